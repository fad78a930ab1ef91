import { Resolver } from "node:dns/promises";
import type { Agent } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

const DNS_TIMEOUT_MS = 1_000;
const DNS_TRIES = 2;

/**
 * All of IPv6 but the global unicast addresses (2000::/3), so also those that stand for an IPv4
 * address: ::7f00:1, which the agent takes for one of the internet, and 64:ff9b::/96 (RFC 4291,
 * sections 2.4 and 2.5.5; RFC 6052).
 */
const NOT_GLOBAL = new BlockList();
NOT_GLOBAL.addSubnet("::", 3, "ipv6");
NOT_GLOBAL.addSubnet("4000::", 2, "ipv6");
NOT_GLOBAL.addSubnet("8000::", 1, "ipv6");

/** What can be reached. */
export type Network = {
  resolve: (hostname: string) => Promise<string[]>;
  /** Addresses that are let through although they are not of the internet. Tests alone name some. */
  alsoAllowed: readonly string[];
  /** Certificates that are trusted in place of the usual ones. Tests alone name some. */
  trusted?: readonly string[];
};

/** The internet, by the system's name servers; what the machine alone knows by name is not of it. */
export const INTERNET: Network = { resolve: resolveByDns, alsoAllowed: [] };

async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** An address that may not be asked. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/**
 * An agent that connects to addresses of the internet only. A name is looked up once, for the
 * connection itself: another answer a moment later changes nothing (DNS rebinding).
 *
 * @throws RefusedAddressError for a host that is itself an address which may not be asked
 */
export function agentFor({ protocol, hostname }: URL, network: Network): Agent {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal)) assertAllowed(literal, network);
  const options = { allowIPAddressList: [...network.alsoAllowed], lookup: lookupIn(network) };
  if (protocol !== "https:") return new RequestFilteringHttpAgent(options);
  return new RequestFilteringHttpsAgent({ ...options, ...(network.trusted && { ca: [...network.trusted] }) });
}

function lookupIn(network: Network): LookupFunction {
  return (hostname, { all }, callback) => {
    network
      .resolve(hostname)
      .then((addresses) => {
        if (addresses.length === 0) throw new Error(`${hostname} has no address`);
        for (const address of addresses) assertAllowed(address, network);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? "", found[0]?.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, ""));
  };
}

/** Beside what the agent refuses itself. */
function assertAllowed(address: string, { alsoAllowed }: Network): void {
  if (alsoAllowed.includes(address)) return;
  if (isIP(address) === 6 && NOT_GLOBAL.check(address, "ipv6")) {
    throw new RefusedAddressError(`${address} is no address of the internet`);
  }
}
