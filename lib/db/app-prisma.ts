import type { PrismaClient } from "@/lib/db/generated/client";
import { processWide } from "@/lib/process-wide";

/**
 * In Next's bundle, takes the place of `openPrisma` (next.config.ts) and calls that of the app's own bundle. Turbopack
 * would add a copy of the generated client, 200 KB, to the code of almost every route.
 *
 * @throws Error if Next runs without Hop's server
 */
export function openPrisma(): PrismaClient {
  const open = processWide<() => PrismaClient>("hopOpenPrisma", () => {
    throw new Error("Next runs without Hop's server");
  });
  return open();
}
