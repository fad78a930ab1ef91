import type { IncomingMessage } from "node:http";
import { AppError } from "@/lib/errors";
import * as z from "@/lib/zod";

const MAX_CHARACTERS = 40_000;
const PARAM_TYPES = [
  "c",
  "oc",
  "d",
  ...["c", "d"].flatMap((type) => ["(..)(..)", "(.)", "(..)", "(...)"].map((at) => `${type}i${at}`)),
];

const segment = z.union([
  z.string(),
  z.tuple([z.string(), z.string(), z.enum(PARAM_TYPES), z.array(z.string()).nullable()]),
]);

/** The tree of pages shown by a browser, in the form sent by the router of Next 16. */
const routerState: z.ZodType = z.lazy(() =>
  z.tuple([
    segment,
    z.record(z.string(), routerState),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

/** Next answers a router state that it cannot read with a 500. Returns the refusal to send instead, or null. */
export function findUnreadableState({ headers }: IncomingMessage): AppError | null {
  const state = headers["next-router-state-tree"];
  if (state === undefined || isReadable(String(state))) return null;
  return new AppError("malformed", "The header Next-Router-State-Tree is not valid");
}

function isReadable(state: string): boolean {
  if (state.length > MAX_CHARACTERS) return false;
  try {
    return routerState.safeParse(JSON.parse(decodeURIComponent(state))).success;
  } catch {
    return false;
  }
}
