import { pool } from "@/lib/db/pool";
import { exclusively } from "@/server/command";

test("of two commands that must not run twice at once, the second is refused, and runs afterwards", async () => {
  let finish: () => void = () => undefined;
  const began = new Promise<void>((begin) => {
    void exclusively(pool(), "rebuild of the counts", () => {
      begin();
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
  });
  await began;
  const second = () => exclusively(pool(), "rebuild of the counts", async () => "done");
  await expect(second()).rejects.toThrow(
    "Another rebuild of the counts is running on this database. Wait until it has finished.",
  );
  expect(await exclusively(pool(), "something else", async () => "done")).toBe("done");
  finish();
  for (let result = ""; result !== "done"; ) result = await second().catch(() => "");
});

test("a command that fails leaves no lock", async () => {
  const fail = () => exclusively(pool(), "test", () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  for (let message = ""; message !== "failed"; ) {
    // Postgres releases the lock when it notices that the connection is closed.
    message = await fail().catch((error: Error) => (error.message.startsWith("Another") ? "" : error.message));
  }
});
