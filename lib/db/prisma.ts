import { PrismaPg } from "@prisma/adapter-pg";
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

/** Whether a write failed because a unique index holds the value already (Prisma error P2002). */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
