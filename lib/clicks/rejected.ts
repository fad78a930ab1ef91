import pg from "pg";
import { decodeClick, encodeClick } from "@/lib/clicks/record";
import { env } from "@/lib/env";
import { canonicalAddress } from "@/lib/ip-address";
import { log } from "@/lib/log";

const KEPT_DAYS = 30;
const MAX_COUNT = 10_000;
const MAX_REASON_LENGTH = 300;
/** Of a damaged record; a whole one is shorter. */
const MAX_RECORD_BYTES = 16 * 1024;
/**
 * SQLSTATE classes (Postgres, appendix A) that a row's own values cause: data exception, constraint
 * violation, program limit exceeded, an exception raised by a function or trigger.
 */
const CAUSED_BY_ROW = /^(?:22|23|54|P0)/;

/** A spool record that cannot be stored. */
export type RejectedClick = { position: number; bytes: Buffer; reason: string };

/** Whether storing failed because of what was to be stored, so that it would fail again. */
export function isCausedByRow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CAUSED_BY_ROW.test(error.code ?? "");
  return error instanceof RangeError || error instanceof TypeError || error instanceof URIError;
}

/** Keeps records that could not be stored, in the transaction that moves the drain past them. */
export async function rejectClicks(client: pg.ClientBase, segment: string, clicks: RejectedClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const kept = clicks.map(({ bytes }) => keptRecord(bytes));
  await client.query(
    `INSERT INTO rejected_clicks (segment, position, reason, record, ip_address)
     SELECT $1, position, reason, decode(record, 'hex'), ip_address
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS rejected (position, reason, record, ip_address)
     ON CONFLICT DO NOTHING`,
    [
      segment,
      clicks.map(({ position }) => position),
      clicks.map(({ reason }) => reason.replaceAll("\0", "").slice(0, MAX_REASON_LENGTH)),
      kept.map(({ record }) => record?.toString("hex") ?? null),
      kept.map(({ address }) => address),
    ],
  );
}

/** Says so in the log, once for each batch. */
export function logRejected(segment: string, clicks: RejectedClick[]): void {
  const [first] = clicks;
  if (!first) return;
  const { position, reason } = first;
  log.error({ segment, count: clicks.length, position, reason }, "clicks set aside in the table rejected_clicks");
}

/** As much of a visitor's address as IP_MODE allows to store. */
function keptRecord(bytes: Buffer): { record: Buffer | null; address: string | null } {
  const click = decodeClick(bytes.toString("utf8"));
  const address = click?.ip ? canonicalAddress(click.ip) : null;
  if (env().IP_MODE === "full") return { record: bytes.subarray(0, MAX_RECORD_BYTES), address };
  return { record: click && Buffer.from(encodeClick({ ...click, ip: null }).trimEnd()), address: null };
}

/** How many records are set aside, counting no further than 10,000. */
export async function countRejectedClicks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM (SELECT FROM rejected_clicks LIMIT $1) AS rejected",
    [MAX_COUNT],
  );
  return rows[0]?.count ?? 0;
}

/** @returns how many were deleted */
export async function deleteRejectedOf(client: pg.ClientBase, address: string): Promise<number> {
  const { rowCount } = await client.query(
    `DELETE FROM rejected_clicks
     WHERE ip_address = $1 OR position(convert_to($2, 'UTF8') IN record) > 0
        OR position(convert_to($3, 'UTF8') IN record) > 0`,
    // Of a damaged record the address is not known, which may stand in it as IPv4 mapped to IPv6.
    [address, `"${address}"`, `:${address}"`],
  );
  return rowCount ?? 0;
}

/** Removes records that were set aside more than 30 days ago. */
export async function removeOldRejectedClicks(pool: pg.Pool): Promise<void> {
  await pool.query("DELETE FROM rejected_clicks WHERE rejected_at < now() - make_interval(days => $1)", [KEPT_DAYS]);
}
