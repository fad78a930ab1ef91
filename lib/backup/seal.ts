import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { BackupError } from "@/lib/backup/error";
import { damaged, type SealKey } from "@/lib/backup/header";
import { cutIntoParts } from "@/lib/stores/parts";

/*
 * A stream is cut into chunks of 64 KiB, each with a tag of 16 bytes. The tag depends on the header, the chunk's number
 * and whether it is the last: flipped bits and missing, swapped or added chunks are detected at once. With a key the
 * chunks are encrypted with AES-256-GCM; each backup has its own key (scrypt with a random salt), so the chunk's number
 * is a safe nonce. Without a key the tag is a checksum.
 */

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
/** NIST SP 800-38D: 96-bit nonces for GCM. */
const NONCE_BYTES = 12;
const CIPHER = "aes-256-gcm";

type Bytes = AsyncIterable<Buffer>;

/** Seals a stream, which may be empty. */
export async function* sealChunks(plain: Bytes, sealKey: SealKey): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes, isLast } of cutIntoParts(plain, CHUNK_BYTES)) {
    yield seal(bytes, nonceOf(number++, isLast), sealKey);
  }
}

/**
 * Decrypts and verifies a sealed stream.
 *
 * @throws BackupError when it is damaged or truncated, or the key is wrong; nothing of the damaged chunk is returned
 */
export async function* openChunks(sealed: Bytes, sealKey: SealKey): AsyncGenerator<Buffer> {
  let number = 0;
  for await (const { bytes: chunk, isLast } of cutIntoParts(sealed, SEALED_BYTES)) {
    const plain = open(chunk, nonceOf(number, isLast), sealKey);
    if (!plain) throw problemWith(chunk, { number, isLast, sealKey });
    number += 1;
    yield plain;
  }
}

/** The chunk's number and, in the last byte, whether it is the last chunk. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 9);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

function seal(plain: Buffer, nonce: Buffer, { key, headerHash }: SealKey): Buffer {
  if (!key) return Buffer.concat([plain, checksum(plain, nonce, headerHash)]);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(headerHash);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(chunk: Buffer, nonce: Buffer, { key, headerHash }: SealKey): Buffer | undefined {
  if (chunk.length < TAG_BYTES) return undefined;
  const body = chunk.subarray(0, -TAG_BYTES);
  const tag = chunk.subarray(-TAG_BYTES);
  if (!key) return timingSafeEqual(checksum(body, nonce, headerHash), tag) ? body : undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(headerHash).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    return undefined;
  }
}

function checksum(plain: Buffer, nonce: Buffer, headerHash: Buffer): Buffer {
  return createHash("sha256").update(headerHash).update(nonce).update(plain).digest().subarray(0, TAG_BYTES);
}

type Failed = { number: number; isLast: boolean; sealKey: SealKey };

function problemWith(chunk: Buffer, { number, isLast, sealKey }: Failed): BackupError {
  // A complete, valid chunk at the end of the file that isn't its last.
  const isCutOff =
    isLast && (chunk.length < SEALED_BYTES || open(chunk, nonceOf(number, false), sealKey) !== undefined);
  if (number === 0 && sealKey.key) return new BackupError("The passphrase is wrong, or the backup is damaged.");
  return damaged(
    isCutOff ? "it is truncated, or its end was modified" : `about ${number * SEALED_BYTES} bytes in, it was modified`,
  );
}
