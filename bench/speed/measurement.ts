import type { Database, Server } from "@/bench/harness/database";
import { median } from "@/bench/harness/statistics";

/** Shared by all rows of the table. */
export type Bench = {
  server: Server;
  /** Folder for scripts and spools. */
  folder: string;
  rounds: number;
  /** Duration of each run of the load. */
  seconds: number;
  /** A database with `linkCount` links (codeOf 1 to linkCount), created when first requested. */
  links: () => Promise<Database>;
  linkCount: number;
  /** Folder of the database that `npm run bench:clicks` filled. */
  clicksFolder: string;
};

type Unit = "x" | "ratio" | "/s" | "µs" | "ms" | "s" | "MB" | "kB" | "bytes" | "points";

/** One line of the table. */
export type Measurement = {
  id: string;
  what: string;
  /** The median, minimum and maximum of the values. */
  value: number;
  low: number;
  high: number;
  unit: Unit;
  target: number;
  /** Whether the value must reach the target; otherwise it must not exceed it. */
  isAtLeast: boolean;
  isMet: boolean;
  note: string;
};

export type Row = { ids: string[]; needsWrk?: true; measure: (bench: Bench) => Promise<Measurement[]> };

type Asked = Pick<Measurement, "id" | "what" | "unit"> & { values: number[]; note?: string } & (
    | { atLeast: number }
    | { atMost: number }
  );

/** A line of the table from repeated measurements. */
export function measured({ id, what, unit, values, note = "", ...asked }: Asked): Measurement {
  const isAtLeast = "atLeast" in asked;
  const target = "atLeast" in asked ? asked.atLeast : asked.atMost;
  const value = median(values);
  const isMet = isAtLeast ? value >= target : value <= target;
  return { id, what, value, low: Math.min(...values), high: Math.max(...values), unit, target, isAtLeast, isMet, note };
}

/** Whether the target was met and, if not, by how much it was missed. */
export function verdict({ isMet, isAtLeast, value, target }: Measurement): string {
  if (isMet) return "met";
  if (Number.isNaN(value)) return "not measured";
  const share = Math.round((isAtLeast ? 1 - value / target : value / target - 1) * 100);
  return `missed by ${share} %`;
}

export function format(value: number, unit: Unit): string {
  switch (unit) {
    case "x":
      return value.toFixed(2);
    // Two digits would say little about small ratios.
    case "ratio":
      return value.toFixed(4);
    case "/s":
      return `${Math.round(value).toLocaleString("en")}/s`;
    case "s":
      return `${value.toFixed(2)} s`;
    case "µs":
      return `${value.toFixed(1)} µs`;
    case "ms":
      return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
    default:
      return `${Math.round(value)} ${unit}`;
  }
}
