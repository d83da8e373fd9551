/** MuJoCo: the cloth that falls, a flexible sheet of E = 1 MPa and 1 mm that collides with itself. */
import loadMujoco from "@mujoco/mujoco";
import {
	fall,
	friction,
	halfThickness,
	height,
	sphere,
} from "./fallingCloth.mjs";
import { mass, side, timeStep } from "./hangingCloth.mjs";

const mujoco = await loadMujoco();
const spacing = 1 / (side - 1);
// MuJoCo's grid counts its second index fastest and is centred; its z is up.
const transposed = (vertex) =>
	(vertex % side) * side + Math.floor(vertex / side);
const [x, z, y] = sphere.centre;
const model = mujoco.MjModel.from_xml_string(`<mujoco>
	<option timestep="${timeStep}" gravity="0 0 -9.81" integrator="discrete"/>
	<size memory="1G"/>
	<worldbody>
		<geom type="sphere" size="${sphere.radius}" pos="${x} ${y} ${z}" friction="${friction}"/>
		<flexcomp name="cloth" type="grid" count="${side} ${side} 1" spacing="${spacing} ${spacing} 1" mass="${mass}" radius="${halfThickness}" dim="2" pos="0 0 ${height}">
			<elasticity young="1e6" poisson="0.3" thickness="1e-3" elastic2d="both"/>
			<contact selfcollide="auto" friction="${friction}"/>
		</flexcomp>
	</worldbody>
</mujoco>`);
const data = new mujoco.MjData(model);

fall(
	() => mujoco.mj_step(model, data),
	() => {
		const at = data.flexvert_xpos;
		const ordered = new Float64Array(3 * side ** 2);
		for (let v = 0; v < side ** 2; v++) {
			const from = 3 * transposed(v);
			ordered.set([at[from], at[from + 2], at[from + 1]], 3 * v);
		}
		return ordered;
	},
);
