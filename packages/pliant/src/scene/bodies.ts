/** Bodies by what they are. As modules, so that programs have the code of those shapes only that they take. */
export type { CableOptions } from "./cable.ts";
export * as cable from "./cable.ts";
export type { ClothOptions } from "./cloth.ts";
export * as cloth from "./cloth.ts";
export type { Skin } from "./skin.ts";
export type { SolidOptions } from "./solid.ts";
export * as solid from "./solid.ts";
