import type { MeshFormat } from "./meshFormat.ts";
export const meshFormats: readonly MeshFormat[] = [
	{
		name: "obj",
		about: "",
		extensions: [".obj"],
		read: async () => ({}) as never,
	},
];
