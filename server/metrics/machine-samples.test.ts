import { tmpdir } from "node:os";
import { machineSamples } from "@/server/metrics/machine-samples";
import { render } from "@/server/metrics/render";
import { sample } from "@/server/metrics/sample";

test("free inodes are reported with the free space", async () => {
  const samples = await machineSamples(tmpdir(), 1);
  expect(samples.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["hop_disk_free_bytes", "hop_disk_size_bytes", "hop_disk_free_inodes"]),
  );
});

test("a file system without a limit has infinitely many", async () => {
  const { text } = await render([sample("hop_disk_free_inodes", Number.POSITIVE_INFINITY)]);
  expect(text).toMatch(/^hop_disk_free_inodes \+Inf$/m);
});
