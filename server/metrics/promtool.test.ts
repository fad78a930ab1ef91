import { spawnSync } from "node:child_process";
import { pathOf } from "@/.ci/prometheus.mjs";
import { DURATION_BUCKETS } from "@/lib/redirect/redirect-counts";
import { definitionOf, METRIC_NAMES, type MetricName } from "@/server/metrics/catalogue";
import { render } from "@/server/metrics/render";
import type { Sample } from "@/server/metrics/sample";

function run(args: string[], input = ""): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(pathOf("promtool"), args, {
    cwd: "deploy/prometheus",
    input,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

const OK = { status: 0, output: expect.any(String) };

test.each([
  ["the configuration", ["check", "config", "prometheus.yml"]],
  ["the alert rules", ["check", "rules", "hop.rules.yml"]],
  ["when alerts fire, and when not", ["test", "rules", "hop.rules.test.yml"]],
])("promtool accepts %s", (_what, args) => {
  expect(run(args)).toEqual(OK);
});

test("promtool accepts every metric", async () => {
  const samples = METRIC_NAMES.flatMap(samplesOf);
  const { text } = await render(samples);
  expect(run(["check", "metrics"], text)).toEqual({ status: 0, output: "" });
});

test("and would refuse one against its conventions", () => {
  const { status, output } = run(["check", "metrics"], "# TYPE hop_spoolMegabytes counter\nhop_spoolMegabytes 1\n");
  expect([status, output]).toEqual([3, expect.stringContaining('should have "_total" suffix')]);
});

function samplesOf(name: MetricName): Sample[] {
  const { type, labels = [] } = definitionOf(name);
  const shared = Object.fromEntries(labels.map((label) => [label, 'a "b" \\ \n']));
  if (type !== "histogram") return [{ name, value: 1, labels: shared }];
  const bounds = [...DURATION_BUCKETS.map(String), "+Inf"];
  const buckets: Sample[] = bounds.map((le) => ({ name, value: 1, labels: { ...shared, le }, part: "bucket" }));
  return [
    ...buckets,
    { name, value: 1, labels: shared, part: "sum" },
    { name, value: 1, labels: shared, part: "count" },
  ];
}
