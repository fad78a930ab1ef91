import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { createRoleProcesses } from "@/server/metrics/role-processes";
import { sample } from "@/server/metrics/sample";

function front(cachedLinks: number): ChildProcess {
  const child = Object.assign(new EventEmitter(), {
    connected: true,
    send: () => child.emit("message", { type: "metrics", samples: [sample("hop_link_cache_links", cachedLinks)] }),
  });
  return child as unknown as ChildProcess;
}

const ready = (...children: ChildProcess[]) => {
  for (const child of children) child.emit("message", { type: "ready" });
};

test("each process has a number, which its replacement inherits", async () => {
  const fronts = createRoleProcesses(2, 60_000);
  const [first, second] = [front(10), front(20)];
  fronts.add(first);
  fronts.add(second);
  ready(first, second);
  fronts.remove(first);
  const withoutFirst = await fronts.samples();
  const third = front(30);
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
