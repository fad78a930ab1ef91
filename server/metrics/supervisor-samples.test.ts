import { count } from "@/lib/process-counts";
import { supervisorSamples } from "@/server/metrics/supervisor-samples";

const restartsOf = (isEmbedded: boolean) =>
  supervisorSamples({ isEmbedded })
    .filter(({ name }) => name === "hop_role_restarts_total")
    .map(({ labels, value }) => [labels?.role, value]);

test("restarts of the embedded Postgres are those of a role", () => {
  expect(restartsOf(true)).toEqual([["postgres", 0]]);
  count("postgres-restarts");
  expect(restartsOf(true)).toEqual([["postgres", 1]]);
});

test("a database of the operator's has no restarts", () => {
  expect(restartsOf(false)).toEqual([]);
});
