import { log } from "@/lib/log";
import { runMaintenance } from "@/lib/maintenance";

test("a failed step is logged and does not prevent later steps", async () => {
  const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  const done: string[] = [];
  const step = (name: string) => ({ name, run: async () => void done.push(name) });
  const failure = new Error("lock timeout");
  const failing = { name: "drop partitions", run: () => Promise.reject(failure) };
  await runMaintenance([step("first"), failing, step("remove old salts")], new AbortController().signal);
  expect(done).toEqual(["first", "remove old salts"]);
  expect(logged.mock.calls).toEqual([[{ err: failure, step: "drop partitions" }, "maintenance step failed"]]);
});

test("no step starts after stopping", async () => {
  const stopping = new AbortController();
  const done: string[] = [];
  const steps = ["first", "second"].map((name) => ({
    name,
    run: async () => {
      done.push(name);
      stopping.abort();
    },
  }));
  await runMaintenance(steps, stopping.signal);
  expect(done).toEqual(["first"]);
});
