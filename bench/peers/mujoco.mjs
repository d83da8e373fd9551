/** MuJoCo: a flexible sheet of E = 1 MPa and 1 mm, implicit integration. */
import loadMujoco from "@mujoco/mujoco";
import { hang, mass, pinned, side, timeStep } from "./hangingCloth.mjs";

const mujoco = await loadMujoco();
const spacing = 1 / (side - 1);
// MuJoCo's grid counts its second index fastest and is centred; its z is up.
const transposed = (vertex) =>
	(vertex % side) * side + Math.floor(vertex / side);
const model = mujoco.MjModel.from_xml_string(`<mujoco>
	<option timestep="${timeStep}" gravity="0 0 -9.81" integrator="discrete"/>
	<size memory="1G"/>
	<worldbody>
		<flexcomp name="cloth" type="grid" count="${side} ${side} 1" spacing="${spacing} ${spacing} 1" mass="${mass}" radius="0.001" dim="2">
			<elasticity young="1e6" poisson="0.3" thickness="1e-3" elastic2d="both"/>
			<contact contype="0" conaffinity="0" selfcollide="none"/>
			<pin id="${pinned.map(transposed).join(" ")}"/>
		</flexcomp>
	</worldbody>
</mujoco>`);
const data = new mujoco.MjData(model);

hang(
	() => mujoco.mj_step(model, data),
	() => {
		const x = data.flexvert_xpos;
		const ordered = new Float64Array(3 * side ** 2);
		for (let v = 0; v < side ** 2; v++) {
			const at = 3 * transposed(v);
			ordered.set([x[at], x[at + 2], x[at + 1]], 3 * v);
		}
		return ordered;
	},
);
