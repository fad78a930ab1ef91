import { within } from "@/lib/within";

const never = new Promise<never>(() => undefined);

test.each([
  ["resolves in time", Promise.resolve("done"), "done"],
  ["takes too long", never, "late"],
])("the result of work that %s", async (_how, work, result) => {
  expect(await within(10, work, "late")).toBe(result);
});

test("work that fails in time", async () => {
  await expect(within(10, Promise.reject(new Error("failed")), "late")).rejects.toThrow("failed");
});
