export const paper = "Delingette 2008, Triangular springs";
