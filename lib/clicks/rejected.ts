import pg from "pg";
import { decodeClick, encodeClick } from "@/lib/clicks/record";
import { execute, queryRows, sql } from "@/lib/db/sql";
import { env, storesVisitorDetails } from "@/lib/env";
import { canonicalAddress } from "@/lib/ip";
import { log } from "@/lib/log";

const KEPT_DAYS = 30;
const MAX_COUNT = 10_000;
const MAX_REASON_LENGTH = 300;
/** Only damaged records are longer. */
const MAX_RECORD_BYTES = 16 * 1024;
/**
 * SQLSTATE classes (Postgres, appendix A) of errors caused by the values of a row: data exception, constraint
 * violation, program limit exceeded, and exceptions raised by functions or triggers.
 */
const CAUSED_BY_ROW = /^(?:22|23|54|P0)/;

/** A spool record that cannot be stored. */
export type RejectedClick = { position: number; bytes: Buffer; reason: string };

/** Whether storing failed because of the data, so that it would fail again. */
export function isCausedByRow(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CAUSED_BY_ROW.test(error.code ?? "");
  return error instanceof RangeError || error instanceof TypeError || error instanceof URIError;
}

/** Stores records that were rejected, in the transaction that moves the drain past them. */
export async function rejectClicks(client: pg.ClientBase, segment: string, clicks: RejectedClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const kept = clicks.map(({ bytes }) => keptRecord(bytes));
  const reasons = clicks.map(({ reason }) => reason.replaceAll("\0", "").slice(0, MAX_REASON_LENGTH));
  await execute(
    client,
    sql`
      INSERT INTO rejected_clicks (segment, position, reason, record, ip_address)
      SELECT ${segment}, position, reason, decode(record, 'hex'), ip_address
      FROM unnest(${clicks.map(({ position }) => position)}::bigint[], ${reasons}::text[],
                  ${kept.map(({ record }) => record?.toString("hex") ?? null)}::text[],
                  ${kept.map(({ address }) => address)}::text[]) AS rejected (position, reason, record, ip_address)
      ON CONFLICT DO NOTHING`,
  );
}

/** One log line for each batch. */
export function logRejected(segment: string, clicks: RejectedClick[]): void {
  const [first] = clicks;
  if (!first) return;
  const { position, reason } = first;
  log.error({ segment, count: clicks.length, position, reason }, "clicks rejected: see the table rejected_clicks");
}

/**
 * The record with as much of the visitor's address as IP_MODE allows, and with the language if languages are stored.
 */
function keptRecord(bytes: Buffer): { record: Buffer | null; address: string | null } {
  const click = decodeClick(bytes.toString("utf8"));
  const address = click?.ip ? canonicalAddress(click.ip) : null;
  const isWhole = env().IP_MODE === "full";
  const hasDetails = storesVisitorDetails();
  if (isWhole && hasDetails) return { record: bytes.subarray(0, MAX_RECORD_BYTES), address };
  const kept = click && { ...click, ip: isWhole ? click.ip : null, language: hasDetails ? click.language : null };
  return { record: kept && Buffer.from(encodeClick(kept).trimEnd()), address: isWhole ? address : null };
}

/** Stops counting at 10,000. */
export async function countRejectedClicks(pool: pg.Pool): Promise<number> {
  const [row] = await queryRows<{ count: number }>(
    pool,
    sql`SELECT count(*)::int AS count FROM (SELECT FROM rejected_clicks LIMIT ${MAX_COUNT}) AS rejected`,
  );
  return row?.count ?? 0;
}

/**
 * Deletes a visitor's records. The address of a damaged record is unknown but may occur in its text, also as
 * IPv4-mapped IPv6.
 *
 * @returns how many
 */
export async function deleteRejectedOf(client: pg.ClientBase, address: string): Promise<number> {
  return execute(
    client,
    sql`DELETE FROM rejected_clicks
        WHERE ip_address = ${address} OR position(convert_to(${`"${address}"`}, 'UTF8') IN record) > 0
           OR position(convert_to(${`:${address}"`}, 'UTF8') IN record) > 0`,
  );
}

/** Deletes records that were rejected more than 30 days ago. */
export async function removeOldRejectedClicks(pool: pg.Pool): Promise<void> {
  await execute(pool, sql`DELETE FROM rejected_clicks WHERE rejected_at < now() - make_interval(days => ${KEPT_DAYS})`);
}
