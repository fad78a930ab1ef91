import type { BackupHeader } from "@/lib/backup/header";
import * as z from "@/lib/zod";

export const tableSchema = z.object({
  name: z.string().regex(/^[a-z_]+$/),
  columns: z.array(z.string().regex(/^[a-z_0-9]+$/)).min(1),
});

/** End of one table: its number of rows, and the size and SHA-256 of its data in COPY's text format. */
export const tableEndSchema = z.object({
  name: z.string(),
  rows: z.number().int().min(0),
  bytes: z.number().int().min(0),
  sha256: z.string(),
});

export const manifestSchema = z.object({
  tables: z.array(tableEndSchema),
  /** The last values of the sequences of the tables' columns; null if unused. */
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), lastValue: z.string().regex(/^\d+$/).nullable() }),
  ),
});

export type BackupTable = z.output<typeof tableSchema>;
export type TableEnd = z.output<typeof tableEndSchema>;
export type Manifest = z.output<typeof manifestSchema>;

/** Summary of a backup's contents. */
export type BackupSummary = {
  /** ISO 8601: when the snapshot was taken. */
  createdAt: string;
  hopVersion: string;
  postgresVersion: string;
  isEncrypted: boolean;
  /** Size of the file. */
  bytes: number;
  /** SHA-256 of the file, in hex. */
  sha256: string;
  /** Rows by table. */
  rows: Record<string, number>;
};

export function summaryOf(
  header: BackupHeader,
  { tables }: Manifest,
  file: { bytes: number; sha256: string },
): BackupSummary {
  const { createdAt, hopVersion, postgresVersion, encryption } = header;
  const rows = Object.fromEntries(tables.map((table) => [table.name, table.rows]));
  return { createdAt, hopVersion, postgresVersion, isEncrypted: encryption !== null, ...file, rows };
}
