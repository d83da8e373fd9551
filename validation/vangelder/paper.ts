export const paper =
	"Van Gelder 1998, Approximate simulation of elastic membranes";
