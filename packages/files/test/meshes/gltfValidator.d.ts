declare module "gltf-validator" {
	/** Severity 0 is an error, 1 a warning, 2 information, 3 a hint. */
	export function validateBytes(bytes: Uint8Array): Promise<{
		issues: { messages: { severity: number; message: string }[] };
	}>;
}
