import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { atEnd } from "@/bench/harness/clean-up";
import { scratchFolder } from "@/bench/harness/database";
import { type Started, start } from "@/bench/harness/processes";

/** A network namespace that acts as a separate machine. */
export type Host = {
  name: string;
  address: string;
  /** Starts a program there. */
  start: (command: string[]) => Started;
  /** Path of a script that runs Node there. */
  node: string;
  /** Unplugs it from the switch: nothing arrives, and nobody is notified. */
  cut: () => void;
  repair: () => void;
};

export type Network = {
  /** In CIDR notation. This process is in the subnet as well. */
  subnet: string;
  /** An address by its last number. */
  addressOf: (last: number) => string;
  /** Runs at the switch, which reaches all hosts. */
  startAtHub: (command: string[]) => Started;
  /** @param last number of its address */
  addHost: (name: string, last: number) => Host;
};

const HUB = 1;
const OURS = 254;
let made = 0;

/** Creates hosts in network namespaces, connected by a switch. @returns the reason if that is not possible */
export function createNetwork(): Network | string {
  if (process.getuid?.() !== 0) return "needs root, for network namespaces";
  if (spawnSync("ip", ["-V"]).error) return "needs the package iproute2";
  const number = made++;
  const prefix = `hop${process.pid}-${number}`;
  const first = `10.213.${(process.pid + number) % 250}`;
  const namespaceOf = (name: string) => `${prefix}-${name}`;
  const hub = namespaceOf("hub");
  const startIn = (name: string, command: string[]) => start("ip", ["netns", "exec", namespaceOf(name), ...command]);
  try {
    addNamespace(hub);
    ip(`-n ${hub} link add br0 type bridge`);
    ip(`-n ${hub} addr add ${first}.${HUB}/24 dev br0`);
    ip(`-n ${hub} link set br0 up`);
    ip(`link add ${prefix} type veth peer name ours netns ${hub}`);
    atEnd(() => spawnSync("ip", ["link", "del", prefix]));
    ip(`addr add ${first}.${OURS}/24 dev ${prefix}`);
    ip(`link set ${prefix} up`);
    ip(`-n ${hub} link set dev ours master br0 up`);
  } catch (error) {
    return `network namespaces are not allowed here (${error instanceof Error ? error.message : String(error)})`;
  }
  return {
    subnet: `${first}.0/24`,
    addressOf: (last) => `${first}.${last}`,
    startAtHub: (command) => startIn("hub", command),
    addHost(name, last) {
      const namespace = namespaceOf(name);
      addNamespace(namespace);
      ip(`link add name eth0 netns ${namespace} type veth peer name ${name} netns ${hub}`);
      ip(`-n ${namespace} addr add ${first}.${last}/24 dev eth0`);
      ip(`-n ${namespace} link set eth0 up`);
      const repair = () => ip(`-n ${hub} link set dev ${name} master br0 up`);
      repair();
      return {
        name,
        address: `${first}.${last}`,
        start: (command) => startIn(name, command),
        node: writeScript(`exec ip netns exec ${namespace} ${process.execPath} "$@"`),
        cut: () => ip(`-n ${hub} link set dev ${name} nomaster`),
        repair,
      };
    },
  };
}

function addNamespace(name: string): void {
  ip(`netns add ${name}`);
  atEnd(() => spawnSync("ip", ["netns", "del", name]));
  ip(`-n ${name} link set lo up`);
}

function ip(args: string): void {
  execFileSync("ip", args.split(" "), { stdio: ["ignore", "ignore", "pipe"] });
}

function writeScript(line: string): string {
  const file = path.join(scratchFolder(), "node");
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
  return file;
}
