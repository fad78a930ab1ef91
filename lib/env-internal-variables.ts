import * as z from "@/lib/zod";

const positive = z.coerce.number().int().min(1);

/** Passed from the supervisor to its roles, or set by the image or by tests; not for operators. */
export const internalVariables = {
  HOP_ROLE: z.enum(["supervisor", "front", "app", "worker"]).optional(),
  HOP_EMBEDDED_POSTGRES: z.enum(["yes"]).optional(),
  /** Counts from 1 at the start; each reload adds one. */
  HOP_GENERATION: positive.optional(),
  /** Names of variables that come from .env, separated by commas: a reload reads them again. */
  HOP_FROM_FILE: z.string().optional(),
  HOP_CONTAINER: z.enum(["yes"]).optional(),
  /** How long repeated log lines are counted before their number is printed. */
  HOP_LOG_WINDOW_MS: positive.optional(),
  /** How many clicks `hop demo` writes. */
  HOP_DEMO_CLICKS: positive.optional(),
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
} as const;
