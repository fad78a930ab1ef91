import { isIPv6 } from "node:net";
import * as z from "@/lib/zod";

export type HostPort = { host: string; port: number };

const SYNTAX = /^(?:\[([^[\]]+)\]|([\w.-]+)):(\d{1,5})$/;

/** Reads `host:port`; IPv6 addresses are in brackets, as in URLs. Null when it is anything else, or the port is 0. */
export function parseHostPort(text: string): HostPort | null {
  const [, address, name, digits] = SYNTAX.exec(text) ?? [];
  const port = Number(digits);
  const host = address ?? name;
  if (host === undefined || !(port >= 1 && port <= 65_535)) return null;
  return address !== undefined && !isIPv6(address) ? null : { host, port };
}

/** Schema for environment variables. */
export const hostPortSchema = z.string().transform((text, context) => {
  const address = parseHostPort(text);
  if (address) return address;
  context.addIssue({ code: "custom", message: "must be host:port, such as 127.0.0.1:9464 or [::1]:9464" });
  return z.NEVER;
});

export function formatHostPort({ host, port }: HostPort): string {
  return isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether two sockets cannot both listen: they have the same port, on the same host or on all addresses. */
export function doesCollide(one: HostPort, other: HostPort): boolean {
  const [a, b] = [bareHost(one.host), bareHost(other.host)] as const;
  if (one.port !== other.port) return false;
  return a === b || includesHost(a, b) || includesHost(b, a);
}

function includesHost(host: string, other: string): boolean {
  if (host === "::") return true;
  if (host === "0.0.0.0") return !isIPv6(other);
  return host === "localhost" && (other === "::1" || other.startsWith("127."));
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, "").toLowerCase();
}
