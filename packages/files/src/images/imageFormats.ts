import type { ImageFormat } from "./imageFormat.ts";
import { nifti } from "./nifti.ts";
import { nrrd } from "./nrrd.ts";

/** Every format that 3D images are read from. */
export const imageFormats: readonly ImageFormat[] = [nifti, nrrd];
