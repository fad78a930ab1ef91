/** The site of a destination, whose favicon is fetched and stored once for all its links. */
export type Site = {
  /** With the port unless it is the scheme's default. */
  host: string;
  /** Scheme, host and port. */
  origin: string;
};

/** @param destination a stored one: a valid http or https URL */
export function siteOf(destination: string): Site {
  const { host, origin } = new URL(destination);
  return { host, origin };
}
