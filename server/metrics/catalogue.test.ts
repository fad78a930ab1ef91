import { existsSync, readFileSync } from "node:fs";
import type { Problem } from "@/server/front/health";
import { definitionOf, METRIC_NAMES as names } from "@/server/metrics/catalogue";
import { unknownIn } from "@/server/testing/promql";

const RULES = "deploy/prometheus/hop.rules.yml";
const DASHBOARD = "deploy/grafana/hop.json";
const rules = readFileSync(RULES, "utf8");
const alerts = [...rules.matchAll(/alert: (\w+)\n\s+expr: '(.*)'\n/g)].map(([, name = "", expr = ""]) => ({
  name,
  expr,
}));

type Rectangle = { x: number; y: number; w: number; h: number };
type Panel = { id: number; title: string; gridPos: Rectangle; targets?: { expr: string }[] };
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(DASHBOARD, "utf8"));
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

test.each([
  ["hop_build_info", []],
  ['sum by (result) (rate(hop_redirects_total{result="loop",process=~"1|2"}[5m])) > 0', []],
  ["histogram_quantile(0.9, sum by (le) (rate(hop_redirect_duration_seconds_bucket[5m])))", []],
  ['up{job="hop",instance="x"}', []],
  ["hop_redirect_total", ["hop_redirect_total"]],
  ["hop_redirects_total_bucket", ["hop_redirects_total_bucket"]],
  ['hop_redirects_total{outcome="loop"}', ["hop_redirects_total{outcome}"]],
  ['hop_spool_bytes{role="front"}', ["hop_spool_bytes{role}"]],
  ["sum by (queue) (hop_spool_bytes)", ["by (queue)"]],
  ["sum without (proces) (hop_role_up)", ["by (proces)"]],
])("%s uses unknown metrics or labels: %j", (query, unknown) => {
  expect(unknownIn(query)).toEqual(unknown);
});

test("the dashboard uses only metrics and labels that exist, and shows every metric", () => {
  expect(queries.length).toBeGreaterThan(30);
  expect(queries.flatMap(unknownIn)).toEqual([]);
  expect(names.filter((name) => !queries.some((query) => query.includes(name)))).toEqual([]);
});

test("each panel of the dashboard has an id and a place of its own", () => {
  const overlap = (a: Rectangle, b: Rectangle) =>
    a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
  const clashes = panels.flatMap((panel, index) =>
    panels
      .slice(index + 1)
      .filter((other) => other.id === panel.id || overlap(other.gridPos, panel.gridPos))
      .map((other) => [panel.title, other.title]),
  );
  expect(clashes).toEqual([]);
});

test("alert rules use only metrics and labels that exist", () => {
  expect(alerts).toHaveLength(rules.split("alert:").length - 1);
  expect(alerts.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
});

test("each alert has a case in which it fires and one in which it stays silent", () => {
  const cases = readFileSync("deploy/prometheus/hop.rules.test.yml", "utf8");
  const wanted = alerts.flatMap(({ name }) => [`- name: ${name} fires\n`, `- name: ${name} stays silent\n`]);
  expect(wanted.filter((one) => !cases.includes(one))).toEqual([]);
});

/** The alerts about each problem that /health/ready can name. */
const ALERTS: Record<Problem, string[]> = {
  app: ["HopRoleDown"],
  worker: ["HopRoleDown"],
  database: ["HopDatabaseDown", "HopDatabaseReadOnly"],
  replica: ["HopReplicaNotUsed"],
  migrations: ["HopMigrationsPending"],
  "job queue": ["HopJobQueueUnusable"],
  listening: ["HopNotListening"],
  spool: ["HopDrainStopped"],
  "waiting clicks": ["HopDrainLag"],
};

test.each(Object.entries(ALERTS))("the problem %s of /health/ready has an alert", (_name, about) => {
  expect(alerts.map(({ name }) => name)).toEqual(expect.arrayContaining(about));
});

test("docs/metrics.md explains every metric with its type and labels, and every alert", () => {
  const page = readFileSync("docs/metrics.md", "utf8");
  const rows = names.map((name) => {
    const { type, labels = [] } = definitionOf(name);
    return `| \`${name}\` | ${type} | ${labels.map((one) => `\`${one}\``).join(", ")} |`;
  });
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  expect(
    [...page.matchAll(/^\| `(hop_\w+)`/gm)]
      .map(([, name]) => name)
      .filter((name) => !names.some((one) => one === name)),
  ).toEqual([]);
  expect(alerts.filter(({ name }) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  expect(existsSync(RULES) && page.includes(RULES) && page.includes(DASHBOARD)).toBe(true);
});

test("names follow Prometheus's conventions", () => {
  const odd = names.filter((name) => (definitionOf(name).type === "counter") !== name.endsWith("_total"));
  expect(odd).toEqual([]);
});
