/** Where the icon of a destination is looked for, and under which name it is kept. */
export type Site = {
  /** With the port, where it is not the usual one of the scheme. */
  host: string;
  /** Scheme, host and port. */
  origin: string;
};

/** @param destination as it is stored: an http or https address that URL can read */
export function siteOf(destination: string): Site {
  const { host, origin } = new URL(destination);
  return { host, origin };
}
