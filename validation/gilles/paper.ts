export const paper = "Gilles et al. 2011, Frame-based elastic models";
