import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

const FORMAT = "scrypt";
/** OWASP Password Storage Cheat Sheet: 32 MiB of memory. */
const [COST_LOG2, BLOCK_SIZE, PARALLELIZATION] = [15, 8, 3];
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes a password with scrypt (RFC 7914), off the event loop. The result contains the parameters and the salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, [COST_LOG2, BLOCK_SIZE, PARALLELIZATION]);
  return [FORMAT, COST_LOG2, BLOCK_SIZE, PARALLELIZATION, salt.toString("base64url"), hash.toString("base64url")].join(
    "$",
  );
}

/** Whether a password has this hash; false for a hash in an unknown format. */
export async function isPasswordOf(hash: string, password: string): Promise<boolean> {
  const [format, cost, blockSize, parallelization, salt, expected] = hash.split("$");
  if (format !== FORMAT || !salt || !expected) return false;
  const wanted = Buffer.from(expected, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), [
    Number(cost),
    Number(blockSize),
    Number(parallelization),
  ]);
  return derived.length === wanted.length && timingSafeEqual(derived, wanted);
}

function derive(password: string, salt: Buffer, [costLog2, r, p]: [number, number, number]): Promise<Buffer> {
  const N = 2 ** costLog2;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // NIST SP 800-63B, section 5.1.1.2: the same characters typed on another system are the same password.
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
