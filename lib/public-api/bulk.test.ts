import { LOCKED } from "@/lib/database-unavailable";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { runItems } from "@/lib/public-api/bulk";

test("a refused item does not affect the others", async () => {
  const run = async (item: string) => {
    if (item === "b") throw new AppError("invalid", "No", "url");
    return item.toUpperCase();
  };
  expect(await runItems(["a", "b", "c"], run)).toEqual([
    { success: true, data: "A" },
    { success: false, message: "No", code: "invalid", field: "url" },
    { success: true, data: "C" },
  ]);
});

test("ends at the first item that the database is unavailable for", async () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const run = jest.fn(async (item: string) => {
    if (item === "b") throw away;
    return item;
  });
  await expect(runItems(["a", "b", "c"], run)).rejects.toBe(away);
  expect(run).toHaveBeenCalledTimes(2);
});

test("items after one that has waited in vain for a lock are refused without waiting, but not after a deadlock", async () => {
  jest.spyOn(log, "error").mockReturnValue(undefined);
  const locked = Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
  const run = jest.fn(async (item: string) => {
    if (item === "b") throw locked;
    return item.toUpperCase();
  });
  const refusal = { success: false, message: LOCKED, code: "unavailable" };
  expect(await runItems(["a", "b", "c"], run)).toEqual([{ success: true, data: "A" }, refusal, refusal]);
  expect(run).toHaveBeenCalledTimes(2);
  locked.code = "40P01";
  expect(await runItems(["a", "b", "c"], run)).toMatchObject([{ data: "A" }, refusal, { data: "C" }]);
  jest.restoreAllMocks();
});
