import { log } from "@/lib/log";
import { runMaintenance } from "@/lib/maintenance";

test("a step that fails holds up none after it, and is named in the log", async () => {
  const logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  const done: string[] = [];
  const step = (name: string) => ({ name, run: async () => void done.push(name) });
  const failure = new Error("lock timeout");
  const failing = { name: "drop partitions", run: () => Promise.reject(failure) };
  await runMaintenance([step("first"), failing, step("remove old salts")]);
  expect(done).toEqual(["first", "remove old salts"]);
  expect(logged.mock.calls).toEqual([[{ err: failure, step: "drop partitions" }, "maintenance step failed"]]);
});
