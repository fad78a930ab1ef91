import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { createFrontProcesses } from "@/server/metrics/front-processes";
import { sample } from "@/server/metrics/sample";

function worker(id: number, cachedLinks: number): Worker {
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    send: () => child.emit("message", { type: "metrics", samples: [sample("hop_link_cache_links", cachedLinks)] }),
  });
  return { id, process: child } as unknown as Worker;
}

const ready = (...workers: Worker[]) => {
  for (const { process } of workers) process.emit("message", { type: "ready" });
};

test("each process has a number, which its replacement inherits", async () => {
  const fronts = createFrontProcesses(2);
  const [first, second] = [worker(1, 10), worker(2, 20)];
  fronts.add(first);
  fronts.add(second);
  ready(first, second);
  fronts.remove(first);
  const withoutFirst = await fronts.samples();
  const third = worker(3, 30);
  fronts.add(third);
  ready(third);
  const series = (name: string, samples: Awaited<ReturnType<typeof fronts.samples>>) =>
    samples.filter((one) => one.name === name).map(({ value, labels }) => [labels?.process, value]);
  expect(series("hop_role_up", withoutFirst)).toEqual([
    ["1", 0],
    ["2", 1],
  ]);
  const all = await fronts.samples();
  expect(series("hop_link_cache_links", all)).toEqual([
    ["1", 30],
    ["2", 20],
  ]);
  expect(series("hop_role_restarts_total", all)).toEqual([
    ["1", 1],
    ["2", 0],
  ]);
});
