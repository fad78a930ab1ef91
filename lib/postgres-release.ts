/**
 * The newest minor release of each major version that was known on that day (postgresql.org/support/versioning).
 * There is one every three months at least, usually with security fixes.
 */
export const RELEASES_CHECKED_ON = "2026-11-21";
const NEWEST_MINOR: Readonly<Record<number, number>> = { 15: 20, 16: 15, 17: 11, 18: 6 };

/** @param version of a server, for example "18.4" or "15.18 (Debian 15.18-0+deb12u1)" */
export function newerRelease(version: string): string | null {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const newest = NEWEST_MINOR[Number(major)];
  return newest !== undefined && Number(minor) < newest ? `${major}.${newest}` : null;
}

/** The database server that Hop runs on. */
export type PostgresServer = {
  version: string;
  /** Whether it is the one that comes with Hop. */
  isEmbedded: boolean;
};

/** What an operator should do about the server; null: nothing. */
export function postgresWarning({ version, isEmbedded }: PostgresServer): string | null {
  const newer = isEmbedded ? newerRelease(version) : null;
  if (newer === null) return null;
  return `Postgres ${newer} has fixes that the embedded one lacks. In production, set DATABASE_URL to a maintained Postgres.`;
}
