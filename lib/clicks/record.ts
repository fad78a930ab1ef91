import { crc32 } from "node:zlib";
import { z } from "zod";
import type { Click } from "@/lib/clicks/types";

const CHECKSUM_DIGITS = 8;

const clickSchema: z.ZodType<Click, unknown> = z.object({
  id: z.string(),
  urlId: z.string(),
  at: z.number(),
  accessMethod: z.enum(["qr", "direct"]),
  ip: z.string().nullable(),
  referer: z.string().nullable(),
  userAgent: z.string().nullable(),
  country: z.string().nullable().default(null),
  isPrefetch: z.boolean(),
});

/** A click as a line of the spool: CRC-32 in hex, a space, JSON, a newline. */
export function encodeClick(click: Click): string {
  const json = JSON.stringify(click);
  return `${checksum(json)} ${json}\n`;
}

/** @returns null for a line that was torn or altered, or that another version wrote: it must not stop the drain */
export function decodeClick(line: string): Click | null {
  const json = line.slice(CHECKSUM_DIGITS + 1);
  if (line.slice(0, CHECKSUM_DIGITS) !== checksum(json)) return null;
  try {
    return clickSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(CHECKSUM_DIGITS, "0");
}
