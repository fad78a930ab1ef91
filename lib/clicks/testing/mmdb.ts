/*
 * Writes databases in MaxMind's format, version 2.0 (https://maxmind.github.io/MaxMind-DB/), with single IPv4
 * addresses: no city database is small enough to be part of the repository.
 */

type Value = string | number | { [name: string]: Value };

const TYPES = { string: 2, number: 6, map: 7 } as const;
const METADATA = Buffer.concat([Buffer.from("abcdef", "hex"), Buffer.from("MaxMind.com")]);
const SEPARATOR = Buffer.alloc(16);

/** Control byte and payload; sizes from 29 on take a byte more. */
function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([control("string", text.length), text]);
  }
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control("number", bytes.length), bytes]);
  }
  const fields = Object.entries(value);
  return Buffer.concat([control("map", fields.length), ...fields.flat().map(encode)]);
}

function control(type: keyof typeof TYPES, size: number): Buffer {
  const bits = TYPES[type] << 5;
  return size < 29 ? Buffer.from([bits | size]) : Buffer.from([bits | 29, size - 29]);
}

/** The two records of a node: the index of another node, data, or neither. */
type Node = [(number | Buffer)?, (number | Buffer)?];

/** A database with an entry for each of these IPv4 addresses, and when it was built. */
export function writeMmdb(entries: Readonly<Record<string, Value>>, built = new Date(0)): Buffer {
  const nodes: Node[] = [[]];
  for (const [address, value] of Object.entries(entries)) addEntry(nodes, address, encode(value));
  const data: Buffer[] = [];
  const recordOf = (content: number | Buffer | undefined): number => {
    if (content === undefined || typeof content === "number") return content ?? nodes.length;
    const offset = Buffer.concat(data).length;
    data.push(content);
    return nodes.length + SEPARATOR.length + offset;
  };
  const tree = nodes.flatMap(([left, right]) => [left, right].map((content) => uint24(recordOf(content))));
  const metadata = {
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: "Test",
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Math.floor(built.getTime() / 1_000),
  };
  return Buffer.concat([...tree, SEPARATOR, ...data, METADATA, encode(metadata)]);
}

/** One node per bit of the address. */
function addEntry(nodes: Node[], address: string, data: Buffer): void {
  const bits = address.split(".").flatMap((byte) => [...Number(byte).toString(2).padStart(8, "0")].map(Number));
  let node = nodes[0] ?? [];
  for (const bit of bits.slice(0, -1)) {
    const index = node[bit];
    const known = typeof index === "number" ? nodes[index] : undefined;
    if (!known) node[bit] = nodes.push([]) - 1;
    node = known ?? nodes.at(-1) ?? [];
  }
  node[bits.at(-1) ?? 0] = data;
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntBE(value, 0, 3);
  return bytes;
}
