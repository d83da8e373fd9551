/// <reference types="node" />
/** A worker of Node. */
import { parentPort } from "node:worker_threads";
import { serve } from "./serve.js";

if (parentPort) parentPort.on("message", serve(parentPort));
