/**
 * Runs compute shaders on Dawn with the Vulkan driver of the environment: jobs as JSON on the standard input, their outputs
 * as JSON on the standard output. A process of its own, because the loader of Vulkan libraries reads its paths only when
 * a process starts, and so that a driver that crashes does not take the tests with it.
 */
import { text } from "node:stream/consumers";
import { create, globals } from "webgpu";

Object.assign(globalThis, globals);
const { GPUBufferUsage, GPUMapMode, GPUShaderStage } = globals;

// Dawn crashes if this is collected while a device lives.
const gpu = create([]);
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error("no WebGPU adapter");
const device = await adapter.requestDevice();
device.addEventListener("uncapturederror", ({ error }) => {
	throw new Error(error.message);
});

const results = [];
for (const job of JSON.parse(await text(process.stdin)))
	results.push(await run(job));
device.destroy();
process.stdout.write(
	JSON.stringify({ adapter: adapter.info.architecture, results }),
);

async function run({ code, arrays, indices, parameters, outputs, elements }) {
	const bytes = Math.max(4 * outputs, 4);
	const output = device.createBuffer({
		size: bytes,
		usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC,
	});
	const buffers = [
		...arrays.map((a) => upload(Float32Array.from(a))),
		upload(Uint32Array.from(indices)),
		upload(Float32Array.from(parameters)),
		output,
	];
	const layout = device.createBindGroupLayout({
		entries: buffers.map((buffer, binding) => ({
			binding,
			visibility: GPUShaderStage.COMPUTE,
			buffer: { type: buffer === output ? "storage" : "read-only-storage" },
		})),
	});
	const pipeline = await device.createComputePipelineAsync({
		layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
		compute: { module: device.createShaderModule({ code }) },
	});
	const encoder = device.createCommandEncoder();
	const pass = encoder.beginComputePass();
	pass.setPipeline(pipeline);
	pass.setBindGroup(
		0,
		device.createBindGroup({
			layout,
			entries: buffers.map((buffer, binding) => ({
				binding,
				resource: { buffer },
			})),
		}),
	);
	pass.dispatchWorkgroups(Math.ceil(elements / 64));
	pass.end();
	const readable = device.createBuffer({
		size: bytes,
		usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
	});
	encoder.copyBufferToBuffer(output, 0, readable, 0, bytes);
	device.queue.submit([encoder.finish()]);
	await readable.mapAsync(GPUMapMode.READ);
	const values = [...new Float32Array(readable.getMappedRange())];
	readable.unmap();
	return values;
}

function upload(data) {
	const buffer = device.createBuffer({
		size: Math.max(data.byteLength, 4),
		usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
	});
	device.queue.writeBuffer(buffer, 0, data);
	return buffer;
}
