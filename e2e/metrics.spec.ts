import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathOf } from "@/.ci/prometheus.mjs";
import { descendantsOf } from "@/bench/harness/processes";
import { expect, test } from "@/e2e/fixtures";
import { freePort, spawnRole, stopRole } from "@/e2e/hop";
import { definitionOf, METRIC_NAMES, METRICS } from "@/server/metrics/catalogue";

/** Metrics that only an installation with DATABASE_REPLICA_URL has (bench/faults/replica.ts). */
const OF_REPLICA = ["hop_replica_used", "hop_replica_lag_seconds", "hop_list_queries_total"];

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-metrics-"));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function scrape(address: string): Promise<string> {
  const response = await fetch(`http://${address}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The values of a metric by their labels, in the order of the text. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return Object.fromEntries(
    lines.map((line) => [line.slice(name.length, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

test("everything serves every metric with its labels on one address, without codes, hosts, addresses or people", async ({
  baseURL,
}) => {
  let text = "";
  const find = async () => {
    text = await scrape(process.env.E2E_METRICS_ADDRESS ?? "");
    const found = new Map<string, Set<string>>();
    for (const [, series = "", labels = ""] of text.matchAll(/^(hop_\w+)(?:\{(.*)\})? \S+$/gm)) {
      const name = series in METRICS ? series : series.replace(/_(?:bucket|sum|count)$/, "");
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = ""]) => label).filter((label) => label !== "le");
      found.set(name, new Set([...(found.get(name) ?? []), ...names]));
    }
    return Object.fromEntries([...found].map(([name, labels]) => [name, [...labels].sort()]));
  };
  const declared = METRIC_NAMES.filter((name) => !OF_REPLICA.includes(name)).map((name) => {
    const { labels = [], isShared } = definitionOf(name);
    return [name, [...(isShared ? [] : ["role", "process"]), ...labels].sort()];
  });
  // Samples that take longer than a second are left out of a scrape.
  await expect.poll(find).toEqual(Object.fromEntries(declared));
  expect(text).not.toMatch(/@|https?:|localhost|127\.0\.0\.1/);

  const onPublicPort = await fetch(`${baseURL}/metrics`, { redirect: "manual" });
  expect([onPublicPort.status, await onPublicPort.text()]).toEqual([404, expect.not.stringContaining("hop_")]);
});

test("promtool accepts a scrape", async () => {
  const input = await scrape(process.env.E2E_METRICS_ADDRESS ?? "");
  const { status, stdout, stderr } = spawnSync(pathOf("promtool"), ["check", "metrics"], {
    input,
    encoding: "utf8",
  });
  expect([status, stdout + stderr]).toEqual([0, ""]);
});

test("a real Prometheus scrapes all roles, evaluates the alert rules, and answers the dashboard's queries", async () => {
  const port = await freePort();
  const prometheus = await startPrometheus(port);
  const api = async (call: string) => (await (await fetch(`http://127.0.0.1:${port}/api/v1/${call}`)).json()).data;
  const query = async (text: string) => (await api(`query?query=${encodeURIComponent(text)}`)).result;
  try {
    await expect.poll(() => query("hop_role_up == 1").catch(() => []), { intervals: [100] }).toHaveLength(3);
    const targets = async () => (await api("targets")).activeTargets;
    await expect.poll(targets).toMatchObject([{ health: "up", lastError: "", labels: { job: "hop" } }]);
    // A rule that has not been evaluated is "unknown".
    type Rule = { health: string };
    const rules = async (): Promise<Rule[]> =>
      (await api("rules")).groups.flatMap((group: { rules: Rule[] }) => group.rules);
    await expect
      .poll(async () => new Set((await rules()).map(({ health }) => health)), { intervals: [100] })
      .toEqual(new Set(["ok"]));

    type Panel = { targets?: { expr: string }[] };
    const { panels }: { panels: Panel[] } = JSON.parse(readFileSync("deploy/grafana/hop.json", "utf8"));
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const withoutAnswer = [];
    for (const text of queries) {
      const result = await query(text.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"));
      if (!Array.isArray(result)) withoutAnswer.push(text);
    }
    expect(withoutAnswer).toEqual([]);
  } finally {
    await stopRole(prometheus);
  }
});

/** Starts Prometheus with the configuration of deploy/, but scraping this Hop every three seconds. */
async function startPrometheus(port: number): Promise<ChildProcess> {
  const shipped = readFileSync("deploy/prometheus/prometheus.yml", "utf8");
  const configuration = shipped
    .replaceAll("127.0.0.1:9464", process.env.E2E_METRICS_ADDRESS ?? "")
    .replaceAll("15s", "3s");
  const file = path.join(folder, "prometheus.yml");
  writeFileSync(file, configuration);
  copyFileSync("deploy/prometheus/hop.rules.yml", path.join(folder, "hop.rules.yml"));
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  return spawn(pathOf("prometheus"), args, { stdio: "ignore" });
}

test("fronts without a supervisor serve their own metrics, while one of them hangs or dies", async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const front = spawnRole(
    "front",
    {
      DATABASE_URL: process.env.E2E_DATABASE_URL ?? "",
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: String(await freePort()),
      LOG_LEVEL: "fatal",
      WEB_CONCURRENCY: "2",
      METRICS_ADDRESS: `[::ffff:127.0.0.1]:${address.split(":")[1]}`,
    },
    "pipe",
  );
  const states = async (name = "hop_role_up") => valuesOf(await scrape(address).catch(() => ""), name);
  const labels = (process: string) => `{role="front",process="${process}"}`;
  const up = (...values: number[]) => ({ [labels("primary")]: 1, [labels("1")]: values[0], [labels("2")]: values[1] });
  try {
    await expect.poll(states, { intervals: [50] }).toEqual(up(1, 1));
    const [first] = descendantsOf(front.pid ?? 0).map(({ pid }) => pid);
    if (first === undefined) throw new Error("no front process");
    process.kill(first, "SIGSTOP");
    await expect.poll(async () => Object.values(await states()), { intervals: [50] }).toContain(0);
    process.kill(first, "SIGKILL");
    await expect.poll(states, { intervals: [50] }).toEqual(up(1, 1));
    await expect.poll(async () => Object.values(await states("hop_role_restarts_total")).sort()).toEqual([0, 1]);
    await expect.poll(async () => Object.keys(await states("hop_spool_bytes"))).toEqual([""]);
  } finally {
    await stopRole(front);
  }
});
