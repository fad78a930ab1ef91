import { appendFileSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRushWatch } from "@/lib/clicks/rush";
import { CLOSED_SEGMENT, OPEN_SEGMENT } from "@/lib/clicks/spool";

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-rush-"));
  now = 1_000;
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const segment = (name: string, ending: string) => path.join(folder, name + ending);
const write = (name: string, bytes: number) => appendFileSync(segment(name, OPEN_SEGMENT), Buffer.alloc(bytes));

test("a spool that grows fast tells of a rush, for as long as it does", () => {
  write("a-1", 9_000_000);
  const isRush = createRushWatch(folder);
  const after = (milliseconds: number) => {
    now += milliseconds;
    return isRush();
  };
  expect(after(1_000)).toBe(false);
  write("a-1", 499_000);
  expect(after(1_000)).toBe(false);
  write("a-1", 300_000);
  write("b-2", 300_000);
  expect(after(1_000)).toBe(true);
  // Too soon for another verdict.
  expect(after(100)).toBe(true);
  expect(after(1_000)).toBe(false);
});

test("a segment that is closed, or drained and removed, has not grown", () => {
  write("a-1", 5_000_000);
  write("b-2", 5_000_000);
  const isRush = createRushWatch(folder);
  renameSync(segment("a-1", OPEN_SEGMENT), segment("a-1", CLOSED_SEGMENT));
  rmSync(segment("b-2", OPEN_SEGMENT));
  now += 1_000;
  expect(isRush()).toBe(false);
});

test("where there is no spool there is no rush", () => {
  const isRush = createRushWatch(path.join(folder, "none"));
  now += 1_000;
  expect(isRush()).toBe(false);
});
