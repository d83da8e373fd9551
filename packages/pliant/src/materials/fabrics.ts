/** All fabrics. */
import { knittedFabrics } from "./knittedFabrics.ts";
import type { Entry, Fabric } from "./material.ts";
import { matsudairaFabrics } from "./matsudairaFabrics.ts";
import { nonwovenFabrics } from "./nonwovenFabrics.ts";
import { wovenFabrics } from "./wovenFabrics.ts";

export const fabrics: Readonly<Record<string, Entry<Fabric>>> = {
	...wovenFabrics,
	...matsudairaFabrics,
	...knittedFabrics,
	...nonwovenFabrics,
};
