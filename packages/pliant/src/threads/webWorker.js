/** A worker of a browser. */
import { serve } from "./serve.js";

const respond = serve(globalThis);
addEventListener("message", ({ data }) => respond(data));
