import fs from "node:fs";
import { recordDrained } from "@/lib/clicks/backlog";
import { log } from "@/lib/log";

test("on a full disk, the log says why clicks still count as waiting although they are stored", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  const write = jest.spyOn(fs, "writeFileSync").mockImplementation(() => {
    throw full;
  });
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  recordDrained("/nowhere", "1-2-3-segment", 5);
  write.mockRestore();
  expect(warn.mock.calls).toEqual([
    [{ err: full }, "can't record in DATA_DIR which clicks are stored; they are still counted as waiting"],
  ]);
  warn.mockRestore();
});
