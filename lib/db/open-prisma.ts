import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { processWide } from "@/lib/process-wide";

/** Opens a Prisma client on `pool()`. */
export function openPrisma(): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool()) });
}

// For app-prisma.ts.
processWide("hopOpenPrisma", () => openPrisma);
