import { readFileSync } from "node:fs";
import * as z from "@/lib/zod";

/** The version of Hop, from package.json in the folder that it runs in. */
export function hopVersion(): string {
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8"))).version;
}
