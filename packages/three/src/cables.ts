/** Line elements as thin round cables: a cylinder for each, and a ball at each point so that they join. */
import {
	CylinderGeometry,
	Group,
	InstancedMesh,
	type Material,
	Matrix4,
	Quaternion,
	SphereGeometry,
	Vector3,
} from "three";

export function cables(edges: Uint32Array, radius: number, material: Material) {
	const points = [...new Set(edges)];
	const count = edges.length / 2;
	const rods = new InstancedMesh(
		new CylinderGeometry(radius, radius, 1, 12, 1, true),
		material,
		count,
	);
	const balls = new InstancedMesh(
		new SphereGeometry(radius, 12, 8),
		material,
		points.length,
	);
	const object = new Group();
	for (const part of [rods, balls]) {
		part.castShadow = true;
		part.receiveShadow = true;
		part.frustumCulled = false;
		object.add(part);
	}
	const matrix = new Matrix4();
	const turn = new Quaternion();
	const up = new Vector3(0, 1, 0);
	const [a, b, middle, along, size] = [0, 0, 0, 0, 0].map(() => new Vector3());
	const update = (at: Float32Array): void => {
		for (let i = 0; i < count; i++) {
			a.fromArray(at, 3 * edges[2 * i]);
			b.fromArray(at, 3 * edges[2 * i + 1]);
			along.subVectors(b, a);
			const length = along.length() || 1e-9;
			turn.setFromUnitVectors(up, along.divideScalar(length));
			middle.addVectors(a, b).multiplyScalar(0.5);
			rods.setMatrixAt(i, matrix.compose(middle, turn, size.set(1, length, 1)));
		}
		for (const [i, point] of points.entries())
			balls.setMatrixAt(
				i,
				matrix.makeTranslation(
					at[3 * point],
					at[3 * point + 1],
					at[3 * point + 2],
				),
			);
		rods.instanceMatrix.needsUpdate = true;
		balls.instanceMatrix.needsUpdate = true;
	};
	return { object, update };
}
