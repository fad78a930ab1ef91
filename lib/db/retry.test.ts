import { retryOnConflict } from "@/lib/db/retry";
import { log } from "@/lib/log";

log.level = "silent";

const failing = (failures: number, error: unknown) => {
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (calls <= failures) throw error;
    return "done";
  };
  return { work, calls: () => calls };
};

test.each([
  ["a deadlock", Object.assign(new Error("deadlock detected"), { code: "40P01" })],
  ["a table created concurrently", Object.assign(new Error("relation exists"), { code: "42P07" })],
  ["a concurrent catalog update", new Error("tuple concurrently updated")],
])("retries after %s", async (_name, error) => {
  expect(await retryOnConflict("test", failing(2, error).work)).toBe("done");
});

test("does not retry other errors, nor conflicts forever", async () => {
  const denied = failing(1, Object.assign(new Error("permission denied"), { code: "42501" }));
  await expect(retryOnConflict("test", denied.work)).rejects.toThrow("permission denied");
  expect(denied.calls()).toBe(1);
  const endless = failing(100, Object.assign(new Error("deadlock detected"), { code: "40P01" }));
  await expect(retryOnConflict("test", endless.work)).rejects.toThrow("deadlock");
  expect(endless.calls()).toBe(6);
});
