import { test } from "vitest";
import * as L from "../src/energy/index.ts";
const { vertexArray, elementPrograms, inputs, sub, lengthSquared, sum, mul, square, countOperations } = L;
test("counts", () => {
	const x = vertexArray("x", 3);
	const L2 = inputs("L2", 3), k = inputs("k", 3), c = inputs("c", 3);
	const d = [0, 1, 2].map((i) => sub(lengthSquared(sub(x.nodes[(i + 1) % 3], x.nodes[(i + 2) % 3]) as L.Expr[]), L2[i]));
	const W = sum([0, 1, 2].map((i) => L.add(mul(0.25, mul(k[i], square(d[i]))), mul(0.5, mul(c[i], mul(d[(i + 1) % 3], d[(i + 2) % 3]))))));
	const p = elementPrograms({ arrays: [x], parameters: [...L2, ...k, ...c], energy: W, translationInvariant: true });
	for (const key of ["energy", "gradient", "product", "hessian"] as const) console.log(key, countOperations(p[key].outputs));
	const bytes = L.emitWasm(p as never, "f64"); console.log(bytes.length, WebAssembly.validate(bytes));
	const t = vertexArray("x", 4); const B = [0,1,2,3].map(i => inputs("B"+i, 3)); const [vol, mu, la, al] = inputs("m", 4);
	const I3 = (F: L.Matrix) => L.determinant(F);
	const e = L.ofLinearMap(t.nodes, B, F => mul(vol, L.add(mul(mul(0.5, mu), sub(L.contract(F,F), 3)), mul(mul(.5, la), square(sub(I3(F), al))))));
	for (const en of [e, L.value(e)]) {
	const q = elementPrograms({ arrays: [t], parameters: [...B.flat(), vol, mu, la, al], energy: en, translationInvariant: true });
	for (const key of ["energy", "gradient", "product", "hessian"] as const) console.log(key, Object.values(countOperations(q[key].outputs)).reduce((a,b)=>a+b,0), countOperations(q[key].outputs));
	}
});
