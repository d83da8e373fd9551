import {
	add,
	contract,
	greenStrain,
	mul,
	ofLinearMap,
	square,
	trace,
} from "../../src/energy/index.ts";
import {
	elementModel,
	hexahedronSampleVolume,
	hexahedronShapeGradients,
} from "../../src/index.ts";
import {
	lameParameters,
	solidMaterial,
} from "../../src/models/solid/solidMaterial.ts";

/** A model with several integration samples per element, at 2×2×2 Gauss points. */
export const stvkHexahedron = elementModel({
	name: "stvk-hexahedron",
	about: "St Venant–Kirchhoff solid on trilinear hexahedra.",
	domain: "hexahedron",
	material: solidMaterial,
	samples: 8,
	rest: ({ X, material, sample }) => {
		const { lambda, mu } = lameParameters(material);
		const volume = hexahedronSampleVolume(X, sample);
		return {
			shapeGradients: hexahedronShapeGradients(X, sample),
			volumeLambda: volume * lambda,
			volumeMu: volume * mu,
		};
	},
	energy: ({ x, shapeGradients, volumeLambda, volumeMu }) =>
		ofLinearMap(x, shapeGradients, (F) => {
			const E = greenStrain(F);
			return add(
				mul(0.5, mul(volumeLambda, square(trace(E)))),
				mul(volumeMu, contract(E, E)),
			);
		}),
	linearised: ({ youngModulus, poissonRatio }) => ({
		youngModulus,
		poissonRatio,
	}),
});
