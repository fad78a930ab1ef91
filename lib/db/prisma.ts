import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";

const shared = globalThis as typeof globalThis & { hopPrisma?: PrismaClient };

/** The process's Prisma client, which uses `pool()`. */
export function prisma(): PrismaClient {
  shared.hopPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return shared.hopPrisma;
}

/** A client inside `prisma().$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

/** SQLSTATE of a unique violation (Postgres, appendix A). */
const UNIQUE_VIOLATION = "23505";

/** Whether a write violated a unique index, with Prisma (P2002) or without. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    // P2010: of raw SQL.
    return error.code === "P2002" || (error.code === "P2010" && isRawUniqueViolation(error.meta));
  }
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

function isRawUniqueViolation(meta: unknown): boolean {
  return JSON.stringify(meta).includes(`"originalCode":"${UNIQUE_VIOLATION}"`);
}
