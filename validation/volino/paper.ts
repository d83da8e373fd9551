export const paper = "Volino and Magnenat-Thalmann 2006, Linear bending";
/** What was computed from the paper's formulas by a program apart from the library. */
export const digest = "computed apart from the library";
