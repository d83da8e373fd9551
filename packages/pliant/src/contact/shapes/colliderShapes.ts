/** Every shape of colliders, by name. Scenes, commands, documentation and tests loop over this list. */
export { box } from "./box.ts";
export { capsule } from "./capsule.ts";
export { cylinder } from "./cylinder.ts";
export { plane } from "./plane.ts";
export { sphere } from "./sphere.ts";
