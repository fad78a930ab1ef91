import type { Prisma, PrismaClient } from "@/lib/db/generated/client";
import { openPrisma } from "@/lib/db/open-prisma";
import { processWide } from "@/lib/process-wide";

/** The process's Prisma client, which uses `pool()`. */
export function prisma(): PrismaClient {
  return processWide("hopPrisma", openPrisma);
}

/** A client inside `prisma().$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

/** SQLSTATE codes (Postgres, appendix A). */
const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

/** Whether a write violated a unique index, with Prisma (P2002) or without. */
export function isUniqueViolation(error: unknown): boolean {
  return isViolation(error, "P2002", UNIQUE_VIOLATION);
}

/** Whether a write referred to a row that does not exist (any more), with Prisma (P2003) or without. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isViolation(error, "P2003", FOREIGN_KEY_VIOLATION);
}

function isViolation(error: unknown, code: string, sqlState: string): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  // P2010 is the code for raw SQL.
  const isRaw =
    error.code === "P2010" && "meta" in error && JSON.stringify(error.meta).includes(`"originalCode":"${sqlState}"`);
  return isRaw || error.code === code || error.code === sqlState;
}
