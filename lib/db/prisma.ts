import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/lib/db/generated/client";
import { pool } from "@/lib/db/pool";

const kept = globalThis as typeof globalThis & { hopPrisma?: PrismaClient };

/** The process's Prisma client, on the connections of `pool()`. */
export function prisma(): PrismaClient {
  kept.hopPrisma ??= new PrismaClient({ adapter: new PrismaPg(pool()) });
  return kept.hopPrisma;
}

/** A client inside `prisma().$transaction(async (tx) => …)`. */
export type Transaction = Prisma.TransactionClient;

/** SQLSTATE of a unique violation (Postgres, appendix A). */
const UNIQUE_VIOLATION = "23505";

/** Whether a write failed because a unique index holds the value already; with Prisma (error P2002) or without. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError) return error.code === "P2002";
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}
