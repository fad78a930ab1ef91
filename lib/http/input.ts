import { AppError, invalidInput } from "@/lib/errors";
import type { CallRequest } from "@/lib/http/call-request";
import type * as z from "@/lib/zod";

type RequestWithBody = Pick<CallRequest, "method" | "headers" | "body" | "bodyUsed">;

/** Default limit of a JSON body. The largest ordinary field is a destination of 2,048 characters. */
export const MAX_BODY_BYTES = 64 * 1024;
/**
 * How much of a rejected body is still read: closing with unread bytes could lose the response (RFC 9112, section 9.6).
 */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
const BODY_COMPRESSED = "Send the request body without Content-Encoding; compressed bodies are not accepted";
/** Levels of arrays and objects. No call needs more than two. */
const MAX_NESTING = 16;

/**
 * Reads a JSON body of at most `maxBytes`, regardless of Content-Length.
 *
 * @throws AppError unsupported_media_type, too_large, malformed
 */
export async function readJsonBody(request: RequestWithBody, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  if (mediaTypeOf(request) !== "application/json") {
    throw new AppError("unsupported_media_type", "Content-Type must be application/json");
  }
  assertPlain(request);
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("malformed", "The request body is not valid JSON");
  }
}

/**
 * Reads a body of one of these media types, of at most `maxBytes`. HTML forms can send no image types.
 *
 * @throws AppError unsupported_media_type, too_large, malformed
 */
export async function readBytesBody(
  request: RequestWithBody,
  mediaTypes: readonly string[],
  maxBytes = MAX_BODY_BYTES,
): Promise<Buffer> {
  if (!mediaTypes.includes(mediaTypeOf(request) ?? "")) {
    throw new AppError("unsupported_media_type", `Content-Type must be ${mediaTypes.join(", ")}`);
  }
  assertPlain(request);
  return Buffer.from(await readBytes(request, maxBytes));
}

function mediaTypeOf({ headers }: RequestWithBody): string | undefined {
  return headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
}

/** A compressed body would be refused as damaged, which does not say what to change. */
function assertPlain({ headers }: RequestWithBody): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity") throw new AppError("unsupported_media_type", BODY_COMPRESSED);
}

/**
 * For calls that take no body: a JSON body is ignored, and anything an HTML form could send is rejected (design section
 * 6).
 *
 * @throws AppError like `readJsonBody`
 */
export async function assertNoForeignBody(request: RequestWithBody): Promise<void> {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (hasBody(request)) await readJsonBody(request);
}

export function hasBody({ headers }: RequestWithBody): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length")) > 0;
}

/** Reads the rest of a rejected request's body. */
export async function drainBody(request: RequestWithBody): Promise<void> {
  if (request.body && !request.bodyUsed) await readBytes(request, 0).catch(() => undefined);
}

async function readBytes(request: RequestWithBody, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_DRAINED_BYTES) break;
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch {
    throw new AppError("malformed", "The request body is incomplete");
  }
  if (size > maxBytes) throw new AppError("too_large", "The request body is too large");
  return Buffer.concat(chunks);
}

/**
 * Parses input with its schema; undefined without a schema.
 *
 * @throws AppError invalid, with the first problem's message and field
 */
export function parseInput(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new AppError("invalid", "The request body must be a JSON object");
  }
  const unstorable = findUnstorable(input);
  const result = schema.safeParse(input);
  const refusal = result.success ? null : invalidInput(result.error.issues);
  // The field's own rules may say more.
  if (unstorable !== undefined && (!refusal || refusal.field !== unstorable)) {
    throw new AppError("invalid", "Text contains characters that are not allowed", unstorable || undefined);
  }
  if (refusal) throw refusal;
  return result.data;
}

/** Path of the first string that Postgres cannot store: NUL or a lone surrogate. */
function findUnstorable(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !isWellFormed(value) ? path.join(".") : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length >= MAX_NESTING) throw new AppError("invalid", "The request body is nested too deeply");
  for (const [key, item] of Object.entries(value)) {
    const found = findUnstorable(item, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
