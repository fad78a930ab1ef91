/**
 * The newest minor release of each major version, as of 2026-11-21 (postgresql.org/support/versioning). Releases come
 * at least quarterly, usually with security fixes.
 */
const NEWEST_MINOR: Readonly<Record<number, number>> = { 15: 20, 16: 15, 17: 11, 18: 6 };

/** @param version server version such as "18.4" or "15.18 (Debian 15.18-0+deb12u1)" */
export function newerRelease(version: string): string | null {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const newest = NEWEST_MINOR[Number(major)];
  return newest !== undefined && Number(minor) < newest ? `${major}.${newest}` : null;
}

/** The database server Hop is connected to. */
export type PostgresServer = {
  version: string;
  /** Whether it is the one bundled with Hop. */
  isEmbedded: boolean;
};

/** Advice for the operator if the embedded server is outdated, else null. */
export function postgresWarning({ version, isEmbedded }: PostgresServer): string | null {
  const newer = isEmbedded ? newerRelease(version) : null;
  if (newer === null) return null;
  return `Postgres ${newer} has fixes that the embedded one lacks. In production, set DATABASE_URL to a maintained Postgres.`;
}
