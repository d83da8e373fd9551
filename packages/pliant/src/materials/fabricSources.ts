/** Where the numbers of fabrics come from, and what is taken for granted with them. */

/**
 * The tables of the database, as simulators pass it on. Tension and shear are its fit at zero strain: σ = C ε with the components of Green's tensor, so the
 * shear modulus is c₃₃/2. Its three rows of bending are taken for 0, 45 and 90 degrees, at the smallest curvature; the middle one gives the
 * twist, D₆₆ = B₄₅ − (B₀ + B₉₀)/4. The stiffer direction in tension is taken for the warp.
 */
export const wang =
	"H. Wang, J. F. O'Brien and R. Ramamoorthi 2011, Data-driven elastic models for cloth: modeling and measurement, ACM Trans. Graphics 30(4), and its database of ten fabrics";

/** Green's strain up to which its stretched moduli are secants. */
export const wangStrain = 1 / 6;

export const wangScale =
	"Programs that read these tables differ by a factor of two in the scale of tension and shear. Thickness is typical.";

export const wangStiff =
	"Two woven fabrics of the database have nearly this Young modulus in all directions, so it may be a limit of the fit: take it as a lower bound.";

/**
 * Its tables have Kawabata's readings converted for a program. Bending is in g·mm²/s², 1e-9 N·m. Stretching is 490.35 N/m over the stretched length, so the
 * extension EM is 490350/value − 1, to four digits. Shear is the reading in cN/(cm·°) times 10⁵, all of them round numbers, so the modulus is 180/π N/m for each
 * of the reading; who takes the table's unit of g/s² at its word gets 1.75 times as much.
 */
export const petrak =
	"S. Petrak et al. 2025, Sustainability 17, 1388, tables 1, 2, 4 and 5 (as transcribed elsewhere): weight, thickness, and Kawabata's bending, shear and extension (500 gf/cm) as measured";

export const petrakRest =
	"Linearity of tension (0.6), Poisson's ratio and twist are typical.";

export const kawabata =
	"Typical of Kawabata (KES-F) tests of apparel, no single source";

export const hysteresis =
	"M. Matsudaira, T. Masuda, M. Wada and H. Yokura 2015, J. Textile Eng. 61(6), 69–73, table 1 (as transcribed elsewhere)";

export const matsudairaRest =
	"Bending is the mean of warp and weft. Tension, shear, Poisson's ratio and twist are typical.";
