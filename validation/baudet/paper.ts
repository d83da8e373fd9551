export const paper = "Baudet et al. 2009";
