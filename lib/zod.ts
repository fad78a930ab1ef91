// biome-ignore lint/style/noRestrictedImports: all others import it from here.
import { z } from "zod";

// Otherwise zod tries whether it may compile code, which browsers report as a violation of the Content-Security-Policy.
if (typeof window !== "undefined") z.config({ jitless: true });

export { z };
