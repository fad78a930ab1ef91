import { randomInt } from "node:crypto";
import { judged, type Outcome, seconds } from "@/bench/faults/outcome";
import { proveRandom } from "@/lib/qr/testing/prove-random";

/** Share of the random designs, all allowed by the schema, that the proof must accept. */
const MIN_ACCEPTED_SHARE = 0.5;

/** Random QR designs that the proof accepts are read by a decoder that it doesn't use. */
export async function proveDesigns(count: number): Promise<Outcome> {
  const seed = Number(process.env.QR_SEED ?? randomInt(2 ** 31));
  const began = performance.now();
  const { accepted, refused, unread } = await proveRandom(count, seed);
  const checks = [...refused].map(([check, times]) => `${times} ${check}`).join(", ");
  const problems = unread.map((one) => `not read ${one}`);
  if (accepted < MIN_ACCEPTED_SHARE * count) problems.push("too few designs are accepted");
  return judged(
    "QR",
    `${count} random QR designs: zbar reads those that the proof accepts, even turned, tilted and with noise`,
    `${accepted} accepted (refused: ${checks}), ${unread.length} not read; seed ${seed}, ${seconds(performance.now() - began)}`,
    problems,
  );
}
