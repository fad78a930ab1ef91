import { lowerPriority } from "@/lib/db/lower-priority";

const POSTGRES = "postgres: hop hop [local] idle";

let titles: Record<string, string> = {};
const lowered: string[] = [];
/** Linux lets a user change one group per turn. */
let turn = 0;
let takenTurn = -1;
let nextTurn: Promise<void> | undefined;

jest.mock("node:os", () => ({ ...jest.requireActual("node:os"), setPriority: () => undefined }));
jest.mock("node:timers/promises", () => ({
  setTimeout: () => {
    nextTurn ??= new Promise((resolve) =>
      setImmediate(() => {
        turn += 1;
        nextTurn = undefined;
        resolve();
      }),
    );
    return nextTurn;
  },
}));
jest.mock("node:fs/promises", () => ({
  ...jest.requireActual("node:fs/promises"),
  readFile: async (file: string) => titles[file.split("/")[2] ?? ""],
  writeFile: async (file: string) => {
    if (takenTurn === turn) throw Object.assign(new Error("busy"), { code: "EAGAIN" });
    takenTurn = turn;
    lowered.push(file);
  },
}));

const lower = (pid: number) => lowerPriority({ pid, user: "hop", database: "hop" }, 5);

beforeEach(() => lowered.splice(0));

test("all connections that are opened at once yield, although a user may change one at a time", async () => {
  const pids = Array.from({ length: 24 }, (_, index) => 1_000 + index);
  titles = Object.fromEntries(pids.map((pid) => [pid, POSTGRES]));
  await Promise.all(pids.map(lower));
  expect(lowered).toEqual(pids.map((pid) => `/proc/${pid}/autogroup`));
});

test("a process that gets the id of a closed connection keeps its priority", async () => {
  titles = { 1: POSTGRES, 2: POSTGRES };
  const [first, second] = [lower(1), lower(2)];
  await first;
  titles[2] = "node";
  await second;
  expect(lowered).toEqual(["/proc/1/autogroup"]);
});
