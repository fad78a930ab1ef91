import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { log } from "@/lib/log";
import { openFilesProblem, warnOfOpenFiles } from "@/server/processes/open-files";

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a process that may open few files is found", async () => {
  const program = `require("node:net").createServer().listen(0); console.log("up")`;
  const child = spawn("sh", ["-c", `ulimit -n 1024 && exec "$0" -e '${program}'`, process.execPath]);
  await once(child.stdout, "data");
  expect(openFilesProblem(child.pid)?.what).toBe("the limit on open files is 1,024; Hop closes connections beyond it");
  child.kill();
});

test.each([
  ["4095                 4095   ", 1],
  ["1024                 524288 ", 0],
  ["unlimited            unlimited", 0],
  [null, 0],
])("a start with the limits %j logs %i warnings", (limits, warnings) => {
  jest.spyOn(fs, "readFileSync").mockImplementationOnce(() => {
    if (limits === null) throw new Error("no procfs");
    return `Max processes             96365                96365                processes \nMax open files            ${limits} files     \n`;
  });
  const warn = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  warnOfOpenFiles();
  expect(warn).toHaveBeenCalledTimes(warnings);
  jest.restoreAllMocks();
});
