import { damaged } from "@/lib/backup/header";

/*
 * Inside the compressed stream: frames of a type, a length and that many bytes. A table is a "table" frame with its
 * name and columns, frames of rows in Postgres's text format of COPY, and an "end" frame with counts. A "manifest"
 * frame ends the backup.
 */

const TYPES = { T: "table", R: "rows", E: "end", M: "manifest" } as const;
type Letter = keyof typeof TYPES;
export type FrameType = (typeof TYPES)[Letter];
export type Frame = { type: FrameType; payload: Buffer };

const LETTERS = Object.fromEntries(Object.entries(TYPES).map(([letter, type]) => [type, letter])) as Record<
  FrameType,
  Letter
>;
const HEAD_BYTES = 5;
/** Far more than the writer puts into one frame, but little memory: parsed JSON takes many times its size. */
const MAX_ROWS_BYTES = 16 * 1024 * 1024;
const MAX_JSON_BYTES = 1024 * 1024;

/** The header that precedes a frame's payload. */
export function frameHead(type: FrameType, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES, LETTERS[type]);
  head.writeUInt32BE(payload.length, 1);
  return head;
}

/** @throws BackupError when the stream ends within a frame */
export async function* decodeFrames(bytes: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let parts: Buffer[] = [];
  let length = 0;
  let wanted = HEAD_BYTES;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length < wanted) continue;
    let rest: Buffer = Buffer.concat(parts);
    for (let frame = take(rest); frame; frame = take(rest)) {
      yield frame;
      rest = rest.subarray(HEAD_BYTES + frame.payload.length);
    }
    parts = [rest];
    length = rest.length;
    wanted = HEAD_BYTES + (rest.length < HEAD_BYTES ? 0 : rest.readUInt32BE(1));
  }
  if (length > 0) throw damaged("it ends in the middle of a table");
}

/** The first frame, if it is complete. */
function take(bytes: Buffer): Frame | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const letter = String.fromCharCode(bytes[0] ?? 0);
  const length = bytes.readUInt32BE(1);
  if (!isLetter(letter) || length > (letter === "R" ? MAX_ROWS_BYTES : MAX_JSON_BYTES))
    throw damaged("it contains unknown data");
  if (bytes.length < HEAD_BYTES + length) return undefined;
  return { type: TYPES[letter], payload: bytes.subarray(HEAD_BYTES, HEAD_BYTES + length) };
}

function isLetter(letter: string): letter is Letter {
  return Object.hasOwn(TYPES, letter);
}
