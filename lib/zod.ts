import { z } from "zod";

// Without this, zod tries whether it may compile code, which browsers report as a violation of the Content-Security-Policy.
if (typeof window !== "undefined") z.config({ jitless: true });

export { z };
