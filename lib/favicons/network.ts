import { Resolver } from "node:dns/promises";
import type { Agent } from "node:http";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

const DNS_TIMEOUT_MS = 1_000;
const DNS_TRIES = 2;

/**
 * Addresses that are refused in addition to the private and reserved ranges the agent refuses.
 *
 * IPv6: everything but global unicast (2000::/3). That includes embedded IPv4 addresses such as ::7f00:1,
 * ::ffff:0:0/96 and 64:ff9b::/96 (RFC 4291, sections 2.4 and 2.5.5; RFC 6052), link-local addresses, and AWS's
 * metadata service at fd00:ec2::254. Within 2000::/3, Teredo and 6to4, which embed an IPv4 address (RFC 4380,
 * RFC 3056).
 *
 * IPv4: this network and link-local addresses (RFC 6890), and metadata services of clouds at other addresses: Azure
 * 168.63.129.16, Alibaba 100.100.100.200, Oracle 192.0.0.192.
 *
 * One list per family, since every IPv4 address would match ::/3 as ::ffff:0:0/96.
 */
const REFUSED_IPV4 = new BlockList();
const REFUSED_IPV6 = new BlockList();
REFUSED_IPV6.addSubnet("::", 3, "ipv6");
REFUSED_IPV6.addSubnet("4000::", 2, "ipv6");
REFUSED_IPV6.addSubnet("8000::", 1, "ipv6");
REFUSED_IPV6.addSubnet("2001::", 32, "ipv6");
REFUSED_IPV6.addSubnet("2002::", 16, "ipv6");
REFUSED_IPV4.addSubnet("0.0.0.0", 8, "ipv4");
REFUSED_IPV4.addSubnet("169.254.0.0", 16, "ipv4");
REFUSED_IPV4.addAddress("168.63.129.16", "ipv4");
REFUSED_IPV4.addAddress("100.100.100.200", "ipv4");
REFUSED_IPV4.addAddress("192.0.0.192", "ipv4");

/** The network that downloads may reach. */
export type Network = {
  resolve: (hostname: string) => Promise<string[]>;
  /** Non-public addresses that are allowed anyway; set by tests only. */
  alsoAllowed: readonly string[];
  /** Other ports that are allowed; set by tests only. */
  alsoAllowedPorts?: ReadonlySet<string>;
  /** Certificates to trust instead of the default ones; set by tests only. */
  trusted?: readonly string[];
};

/** The internet, resolved by DNS only: names from /etc/hosts do not count. */
export const INTERNET: Network = { resolve: resolveByDns, alsoAllowed: [] };

async function resolveByDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** An address that must not be contacted. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/**
 * An agent that connects to public addresses only. A name is resolved once, for the connection itself, so a different
 * answer a moment later has no effect (DNS rebinding).
 *
 * @throws RefusedAddressError for a literal address that is not allowed
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

/** @throws RefusedAddressError */
export function assertAllowed(address: string, { alsoAllowed }: Pick<Network, "alsoAllowed">): void {
  if (alsoAllowed.includes(address)) return;
  if (isIP(address) === 6 ? REFUSED_IPV6.check(address, "ipv6") : REFUSED_IPV4.check(address, "ipv4")) {
    throw new RefusedAddressError(`${address} is not a public address`);
  }
}
