/** Paper, leather, films and foils. */
import type { Entry, Sheet } from "./material.ts";

export const sheets: Readonly<Record<string, Entry<Sheet>>> = {
	paper: {
		about: "Office paper, 80 g/m², 0.1 mm.",
		youngModulus: 3.5e9,
		poissonRatio: 0.2,
		density: 800,
		thickness: 1e-4,
		basis: "typical",
		source:
			"Textbook range for printing papers: 4 to 7 GPa along, 2 to 3 GPa across the machine direction; the geometric mean.",
		note: "Lower in damp air. Creases for good where it is bent sharply.",
	},
	leather: {
		about: "Soft garment leather, 1 mm.",
		youngModulus: 1e7,
		poissonRatio: 0.4,
		density: 700,
		thickness: 1e-3,
		basis: "typical",
		source:
			"Typical value at small strain; 5 to 100 MPa by tannage, place and direction.",
		note: "Stiffens with strain; up to five times as stiff when dried under tension (E. J. Sturrock et al. 2004, The effects of the biaxial stretching of leather on fibre orientation and tensile modulus, J. Mater. Sci. 39).",
	},
	"latex-sheet": {
		about:
			"Dipped natural rubber, 0.3 mm: gloves, bands, drum skins of the laboratory.",
		youngModulus: 1.2e6,
		poissonRatio: 0.49,
		density: 940,
		thickness: 3e-4,
		basis: "typical",
		source: "As natural rubber; textbook range 0.8 to 1.8 MPa.",
		note: "The model fits up to about half again its length; rubber then stiffens less than St Venant–Kirchhoff does.",
	},
	"polyethylene-film": {
		about: "Low-density polyethylene, 50 µm: bags and covers.",
		youngModulus: 2e8,
		poissonRatio: 0.45,
		density: 920,
		thickness: 5e-5,
		basis: "typical",
		source: "Textbook range for LDPE film: 0.1 to 0.3 GPa; 912 to 925 kg/m³.",
		note: "Yields at a strain of some percent and creeps.",
	},
	"polyester-film": {
		about: "Biaxially stretched PET (Mylar 92 gauge), 23 µm.",
		youngModulus: 4.9e9,
		poissonRatio: 0.38,
		density: 1390,
		thickness: 2.3e-5,
		basis: "data sheet",
		source:
			"DuPont Teijin Films, Mylar polyester film, Physical–thermal properties: 490 and 510 kg/mm², ν 0.38, 1.390 g/cm³ for type 92A.",
		note: "Other types have 3.8 GPa and more. Yields at about 2 %.",
	},
	"aluminium-foil": {
		about: "Kitchen foil, 15 µm.",
		youngModulus: 6.9e10,
		poissonRatio: 0.33,
		density: 2700,
		thickness: 1.5e-5,
		basis: "typical",
		source: "Textbook values of aluminium.",
		note: "Elastic to a strain of less than 0.1 %: real foil keeps every fold, the model springs back.",
	},
};
