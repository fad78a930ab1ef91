import type { z } from "zod";
import { AppError } from "@/lib/errors";

/** Bytes of a JSON body; the largest that the calls need is a destination of 2,048 characters. */
export const MAX_BODY_BYTES = 64 * 1024;

/**
 * Reads a JSON body of at most MAX_BODY_BYTES, whatever Content-Length says.
 *
 * @throws AppError unsupported_media_type, too_large, malformed
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const mediaType = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new AppError("unsupported_media_type", "Content-Type must be application/json");
  }
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("malformed", "The request body is not valid JSON");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new AppError("too_large", "The request body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Parses what came in with its schema, undefined without one.
 *
 * @throws AppError invalid, with the message and field of the first problem
 */
export function parseInput(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const unstorable = findUnstorable(input);
  if (unstorable !== undefined) {
    throw new AppError("invalid", "Text contains characters that are not allowed", unstorable || undefined);
  }
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError("invalid", issue?.message ?? "Invalid input", issue?.path.join(".") || undefined);
}

/** Path of the first string that Postgres or UTF-8 cannot hold: a NUL character or half a surrogate pair. */
function findUnstorable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !isWellFormed(value) ? path : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(item, path ? `${path}.${key}` : key);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
