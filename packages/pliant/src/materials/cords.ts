/** Threads, lines and cables. */
import type { Cord, Entry } from "./material.ts";

export const cords: Readonly<Record<string, Entry<Cord>>> = {
	"cotton-thread": {
		about: "Sewing thread of 30 tex, 0.2 mm.",
		youngModulus: 2.9e9,
		radius: 1e-4,
		density: 955,
		basis: "typical",
		source: "Typical value: 3 N/tex, of a range of 2 to 5 for cotton yarns.",
		note: "Twist lowers the stiffness; the first percent is softer.",
	},
	"nylon-line": {
		about: "Fishing line (monofilament), 0.3 mm.",
		youngModulus: 2.5e9,
		radius: 1.5e-4,
		density: 1140,
		basis: "typical",
		source: "Textbook range for drawn polyamide: 2 to 4 GPa; 1.5 GPa when wet.",
		note: "Creeps under load.",
	},
	"steel-cable": {
		about: "Wire rope 7×19, 3 mm.",
		youngModulus: 6e10,
		radius: 1.5e-3,
		density: 5000,
		basis: "typical",
		source:
			"Typical value: about 100 GPa over the metal, which fills some 60 % of the circle.",
		note: "New ropes stretch for good at first. So much stiffer than all else here that steps take more Newton iterations.",
	},
	tendon: {
		about: "Human tibialis anterior tendon.",
		youngModulus: 1.2e9,
		radius: 2.6e-3,
		density: 1120,
		basis: "measured",
		source:
			"C. N. Maganaris and J. P. Paul 1999, In vivo human tendon mechanical properties, J. Physiol. 521: 1.2 GPa at the largest load, 530 N at 25 MPa; density typical.",
		note: "A toe region of 1 to 2 % strain is several times softer.",
	},
	hair: {
		about: "Human scalp hair, 70 µm.",
		youngModulus: 3.9e9,
		radius: 3.5e-5,
		density: 1320,
		basis: "measured",
		source:
			"C. R. Robbins, Chemical and Physical Behavior of Human Hair, Springer, as quoted by others: 3.89 GPa dry; density and radius typical.",
		note: "Softer when wet. Bending is not modelled by springs.",
	},
};
