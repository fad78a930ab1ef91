import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

/** Prisma's default, in which a database 80 ms away answers 60 statements. */
const MIN_TRANSACTION_MS = 5_000;

/** Opens a Prisma client on `pool()`. Its transactions may take as long as a statement. */
export function openPrisma(minTransactionMs = MIN_TRANSACTION_MS): PrismaClient {
  const timeout = Math.max(minTransactionMs, env().STATEMENT_TIMEOUT_SECONDS * 1_000);
  return new PrismaClient({ adapter: new PrismaPg(pool()), transactionOptions: { timeout } });
}

// For app-prisma.ts.
processWide("hopOpenPrisma", () => openPrisma);
