import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { recordDrained } from "@/lib/clicks/backlog";
import { encodeClick } from "@/lib/clicks/record";
import { recordedClick } from "@/lib/clicks/testing/clicks";
import { measure } from "@/lib/process-counts";
import { workerSamples } from "@/server/metrics/worker-samples";

const folder = mkdtempSync(path.join(tmpdir(), "hop-lag-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("each step of maintenance has the time of its last success", async () => {
  measure("maintained-at-uptime-ms:remove old salts", performance.now() - 3_600_000);
  const samples = await workerSamples(folder);
  expect(samples.filter(({ name }) => name === "hop_maintenance_last_success_timestamp_seconds")).toEqual([
    expect.objectContaining({ labels: { step: "remove old salts" } }),
  ]);
  const age = Date.now() / 1_000 - (samples.find(({ labels }) => labels?.step === "remove old salts")?.value ?? 0);
  expect(age).toBeGreaterThanOrEqual(3_600);
  expect(age).toBeLessThan(3_660);
});

const lag = async () => (await workerSamples(folder)).find(({ name }) => name === "hop_drain_lag_seconds")?.value;

test("the drain's lag is that of the latest batch, and grows while clicks wait", async () => {
  expect(await lag()).toBeUndefined();
  measure("drain-lag-seconds", 0.3);
  expect(await lag()).toBe(0.3);
  const line = encodeClick(recordedClick("01990000-0000-7000-8000-000000000000", Date.now() - 40_000));
  const key = `${Date.now()}-${process.pid}-0-test`;
  writeFileSync(path.join(folder, `${key}.open`), line);
  expect(await lag()).toBeGreaterThanOrEqual(40);
  recordDrained(folder, key, line.length);
  expect(await lag()).toBe(0.3);
});
