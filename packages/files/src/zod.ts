/** The validator, told not to compile schemas with `new Function`, which pages with a strict content security policy forbid. */
import * as z from "zod";

z.config({ jitless: true });

export { z };
