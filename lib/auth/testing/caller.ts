import type { Actor } from "@/lib/actor";
import { createUser } from "@/lib/db/testing/fixtures";

/** Inserts a user for tests of routes, which may not import the database's files. */
export function createCallingUser(): Promise<Actor> {
  return createUser();
}
