// biome-ignore lint/style/noRestrictedImports: all others import it from here.
import { config } from "zod";

// Otherwise zod tries whether it may compile code, which browsers report as a violation of the Content-Security-Policy.
if (typeof window !== "undefined") config({ jitless: true });

// Imported as a namespace, so that bundles leave out what is not used, such as messages in 50 languages.
// biome-ignore lint/style/noRestrictedImports: all others import it from here.
export * from "zod";
