/** Rubbers, gels, tissue and foams. */
import type { Entry, SoftSolid } from "./material.ts";

const arda =
	"K. Arda et al. 2011, Quantitative assessment of normal soft-tissue elasticity using shear-wave ultrasound elastography, Am. J. Roentgenology 197";

export const softSolids: Readonly<Record<string, Entry<SoftSolid>>> = {
	"natural-rubber": {
		about: "Vulcanised gum without filler.",
		youngModulus: 1.2e6,
		poissonRatio: 0.49,
		density: 930,
		basis: "typical",
		source:
			"Typical value of gum vulcanisates: a shear modulus of 0.3 to 0.5 MPa (textbook range).",
		note: "Carbon black and sulphur raise it to 2 to 10 MPa.",
	},
	"silicone-ecoflex-00-30": {
		about: "Ecoflex 00-30, the soft silicone of soft robots.",
		youngModulus: 1e5,
		poissonRatio: 0.49,
		density: 1070,
		basis: "typical",
		source:
			"Typical of published small-strain values, 50 to 130 kPa; no single source.",
		note: "Nonlinear, and softer after the first stretch (Mullins effect: J. C. Case, E. L. White and R. K. Kramer 2015, Soft material characterization for robotic applications, Soft Robotics 2).",
	},
	"silicone-dragon-skin-30": {
		about: "Dragon Skin 30, silicone of 30 Shore A.",
		youngModulus: 1e6,
		poissonRatio: 0.49,
		density: 1080,
		basis: "typical",
		source:
			"Gent's formula (1958) gives 1.1 MPa for 30 Shore A, the hardness that the maker (Smooth-On) states.",
		note: "Published small-strain values go from 0.6 to 1.2 MPa.",
	},
	"pdms-sylgard-184": {
		about: "Sylgard 184, 10:1, the clear silicone of microfluidics.",
		youngModulus: 2e6,
		poissonRatio: 0.49,
		density: 1030,
		basis: "measured",
		source:
			"I. D. Johnston et al. 2014, Mechanical characterization of bulk Sylgard 184 for microfluidics and microengineering, J. Micromech. Microeng. 24: 1.32 to 2.97 MPa for curing at 25 to 200 °C.",
		note: "Rises with curing temperature. Results by other tests differ widely: H. Varner and T. Cohen 2024, Soft Matter 20.",
	},
	neoprene: {
		about: "Polychloroprene compound of 60 Shore A, solid, not foamed.",
		youngModulus: 3.6e6,
		poissonRatio: 0.49,
		density: 1250,
		basis: "typical",
		source:
			"Gent's formula (1958) for 60 Shore A; compounds are sold from 30 to 90 Shore A, that is, 1 to 20 MPa.",
		note: "The neoprene of wetsuits is a foam and much softer.",
	},
	"gelatine-5": {
		about: "Gelatine gel, 5 % by weight: a soft pudding.",
		youngModulus: 1.25e4,
		poissonRatio: 0.49,
		density: 1010,
		basis: "measured",
		source:
			"M. M. Nguyen et al. 2014, Development of oil-in-gelatin phantoms for viscoelasticity measurement in ultrasound shear wave elastography, Ultrasound Med. Biol. 40: shear modulus 4.18 kPa.",
		note: "Grows about as the square of the concentration (6 kPa at 3 %, 31 kPa at 7 %), and with bloom, age and cold.",
	},
	"gelatine-10": {
		about: "Gelatine gel, 10 % by weight: fruit gum, ballistic gelatine.",
		youngModulus: 6e4,
		poissonRatio: 0.49,
		density: 1030,
		basis: "typical",
		source:
			"Continued from Nguyen et al. 2014 (7 %: shear modulus 10.2 kPa) with the square of the concentration.",
		note: "Published values go from 20 to 150 kPa by bloom, age and temperature.",
	},
	"agar-1": {
		about: "Agar gel, 1 % by weight.",
		youngModulus: 4e4,
		poissonRatio: 0.49,
		density: 1000,
		basis: "typical",
		source: "Typical value, no single source; 20 to 100 kPa by kind of agar.",
		note: "Brittle: breaks at strains of 10 to 30 %.",
	},
	"hydrogel-polyacrylamide": {
		about: "Polyacrylamide, 10 % with 0.1 % cross-linker.",
		youngModulus: 1e4,
		poissonRatio: 0.48,
		density: 1020,
		basis: "typical",
		source: "Typical value for this recipe in cell biology; no single source.",
		note: "1 to 100 kPa by cross-linker; for one recipe values vary with the method: A. K. Denisin and B. L. Pruitt 2016, ACS Appl. Mater. Interfaces 8.",
	},
	skin: {
		about: "Human skin of the back, the first part of its curve.",
		youngModulus: 1.2e6,
		poissonRatio: 0.48,
		density: 1100,
		basis: "measured",
		source:
			"A. Ní Annaidh et al. 2012, Characterization of the anisotropic mechanical properties of excised human skin, J. Mech. Behav. Biomed. Mater. 5: initial slope 1.18 ± 0.88 MPa in tension.",
		note: "83 MPa once its fibres are straight. Suction and indentation in vivo give 5 to 200 kPa. Anisotropic along Langer's lines.",
	},
	liver: {
		about: "Healthy human liver.",
		youngModulus: 4700,
		poissonRatio: 0.49,
		density: 1060,
		basis: "measured",
		source:
			"N. Dhar, I. Gupta and K. Gupta, Shear wave elastography of liver: measurement of normal liver stiffness in healthy population and factors affecting it, Int. J. Med. Res. Rev.: 4.74 ± 0.91 kPa in 115 persons; density typical.",
		note: "2.7 to 7.8 kPa in that group; fibrosis raises it several times.",
	},
	muscle: {
		about: "Calf muscle at rest (gastrocnemius).",
		youngModulus: 1.11e4,
		poissonRatio: 0.49,
		density: 1060,
		basis: "measured",
		source: `${arda}: 11.1 ± 4.1 kPa; density typical.`,
		note: "Several times as stiff when tensed; stiffer along its fibres than across.",
	},
	fat: {
		about: "Breast fat (with glandular tissue).",
		youngModulus: 3000,
		poissonRatio: 0.49,
		density: 920,
		basis: "measured",
		source:
			"In vivo measurement of breast tissues stiffness using a light aspiration device: 3.04 ± 1.17 kPa in seven persons (its abstract); density typical.",
		note: "1 to 20 kPa by place and preload. Fat and gland are much alike at small strain: A. Samani, J. Zubovits and D. Plewes 2007, Phys. Med. Biol. 52.",
	},
	brain: {
		about: "Brain tissue, slow loading.",
		youngModulus: 2000,
		poissonRatio: 0.49,
		density: 1040,
		basis: "typical",
		source:
			"Typical value for slow loading. The scatter is reviewed in S. Budday et al. 2020, Fifty shades of brain: a review on the mechanical testing and modeling of brain tissue, Arch. Comput. Methods Eng. 27.",
		note: "0.5 to 10 kPa by region, rate and hours after death; stiffer in compression than in tension.",
	},
	cartilage: {
		about: "Articular cartilage once its water has moved (equilibrium).",
		youngModulus: 6.4e5,
		poissonRatio: 0.03,
		density: 1100,
		basis: "measured",
		source:
			"M. A. Soltz and G. A. Ateshian 2000, A conewise linear elasticity mixture model for the analysis of tension–compression nonlinearity in articular cartilage, J. Biomech. Eng. 122: aggregate modulus 0.64 ± 0.22 MPa, ν 0.03 in compression.",
		note: "For steps and impacts it is nearly incompressible and much stiffer; in tension 13 MPa.",
	},
	"foam-polyurethane": {
		about: "Soft seat foam with open cells, 30 kg/m³.",
		youngModulus: 6e4,
		poissonRatio: 0.3,
		density: 30,
		basis: "typical",
		source:
			"Typical value; L. J. Gibson and M. F. Ashby 1997, Cellular Solids, 2nd ed.: E/E_s ≈ (ρ/ρ_s)² gives 30 kPa, sold grades have 20 to 150 kPa.",
		note: "Buckles at 5 to 10 % compression and is then much softer, with ν near 0; the model does neither.",
	},
	"foam-memory": {
		about: "Slow-recovery polyurethane foam, 50 kg/m³.",
		youngModulus: 1.5e4,
		poissonRatio: 0.2,
		density: 50,
		basis: "typical",
		source: "Typical value after relaxation; 5 to 30 kPa.",
		note: "Fast loading meets several times this stiffness; slow recovery needs damping.",
	},
};
