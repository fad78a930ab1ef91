import { workQueues } from "@/lib/jobs/work-queues";
import { log } from "@/lib/log";

log.level = "silent";

test("a queue that cannot be opened is tried again, and those after it follow", async () => {
  const begun: string[] = [];
  let failures = 1;
  const first = async () => {
    if (failures-- > 0) throw new Error("permission denied for schema pgboss");
    begun.push("first");
  };
  await workQueues([first, async () => void begun.push("second")], new AbortController().signal);
  expect(begun).toEqual(["first", "second"]);
});

test("at the signal it gives up", async () => {
  const stopping = new AbortController();
  const broken = async () => {
    stopping.abort();
    throw new Error("broken");
  };
  await workQueues([broken, broken], stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
});
