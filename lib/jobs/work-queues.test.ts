import { workQueues } from "@/lib/jobs/work-queues";
import { log } from "@/lib/log";

log.level = "silent";

test("a queue that cannot be opened is retried, then the next ones start", async () => {
  const started: string[] = [];
  let failures = 1;
  const first = async () => {
    if (failures-- > 0) throw new Error("permission denied for schema pgboss");
    started.push("first");
  };
  await workQueues([first, async () => void started.push("second")], new AbortController().signal);
  expect(started).toEqual(["first", "second"]);
});

test("retrying stops at the signal", async () => {
  const stopping = new AbortController();
  const broken = async () => {
    stopping.abort();
    throw new Error("broken");
  };
  await workQueues([broken, broken], stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
});
