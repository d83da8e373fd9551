/** Every shape of colliders, by name. Scenes, commands, documentation and tests loop over this list, but for meshes, which are not made of a few numbers. */
export { box } from "./box.ts";
export { capsule } from "./capsule.ts";
export { cylinder } from "./cylinder.ts";
export { mesh } from "./mesh.ts";
export { plane } from "./plane.ts";
export { sphere } from "./sphere.ts";
