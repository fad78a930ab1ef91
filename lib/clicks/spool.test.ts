import { execFileSync } from "node:child_process";
import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeClick } from "@/lib/clicks/record";
import { openSpool, type Spool } from "@/lib/clicks/spool";
import type { Click } from "@/lib/clicks/types";
import { log } from "@/lib/log";
import { bundleScript } from "@/lib/testing/bundle-script";

const click = (id: string): Click => ({
  id,
  urlId: "0190a0a0-0000-7000-8000-000000000000",
  at: 0,
  accessMethod: "direct",
  ip: null,
  referer: null,
  userAgent: null,
  country: null,
  language: null,
  placement: null,
  isPrefetch: false,
});

const NOT_CLOSED = "spool segment not closed";

let folder: string;
let logged: jest.SpyInstance;

beforeEach(() => {
  logged = jest.spyOn(log, "error").mockReturnValue(undefined);
  folder = path.join(mkdtempSync(path.join(tmpdir(), "hop-spool-")), "spool");
});

afterEach(() => {
  logged.mockRestore();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

const DROPPED = "clicks are being dropped: can't write to the spool in DATA_DIR";

const names = () => readdirSync(folder).sort();

/** The ids of all clicks in the folder, in the order of its files. */
const written = () => names().flatMap(readIds);

function readIds(name = ""): (string | undefined)[] {
  const lines = readFileSync(path.join(folder, name), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => decodeClick(line)?.id);
}

const append = (spool: Spool, ...ids: string[]) =>
  Promise.all(ids.map((id) => new Promise<void>((resolve) => spool.append(click(id), resolve))));

test("a click is in the file before its visitor is answered, with one write for each turn of the event loop", async () => {
  const spool = openSpool(folder);
  const seen: (string | undefined)[][] = [];
  const replies = ["a", "b"].map(
    (id) =>
      new Promise<void>((resolve) => {
        spool.append(click(id), () => {
          seen.push(written());
          resolve();
        });
      }),
  );
  expect(names()).toEqual([]);
  await Promise.all(replies);
  expect(seen).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
  spool.close();
});

test("closing writes waiting clicks, answers their visitors and closes the segment", () => {
  const spool = openSpool(folder);
  let answered = 0;
  spool.append(click("a"), () => {
    answered += 1;
  });
  spool.close();
  expect([answered, written(), names()]).toEqual([1, ["a"], [expect.stringMatching(/\.closed$/)]]);
});

test("only its owner can read the spool", async () => {
  const spool = openSpool(folder);
  await append(spool, "a");
  const [name = ""] = names();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  spool.close();
});

test("a segment of 16 MiB is closed, and the next one begins", async () => {
  const spool = openSpool(folder);
  const long = { ...click("a"), referer: "x".repeat(1_000_000) };
  for (let i = 0; i < 17; i++) await new Promise<void>((resolve) => spool.append(long, resolve));
  await append(spool, "b");
  expect(names()).toEqual([expect.stringMatching(/\.closed$/), expect.stringMatching(/\.open$/)]);
  expect(written().at(-1)).toBe("b");
  spool.close();
});

test.each([
  ["power", 1],
  ["process", 0],
] as const)(
  "with durability %s, the last clicks of a segment reach the disk before it is closed: %i",
  async (durability, times) => {
    const sync = jest.spyOn(fs, "fdatasyncSync");
    const spool = openSpool(folder, { durability });
    await new Promise<void>((resolve) => spool.append({ ...click("a"), referer: "x".repeat(17_000_000) }, resolve));
    expect(names()).toEqual([expect.stringMatching(/\.closed$/)]);
    expect(sync).toHaveBeenCalledTimes(times);
    sync.mockRestore();
    spool.close();
  },
);

test("spools created at the same time share no segment", async () => {
  jest.spyOn(Date, "now").mockReturnValue(1);
  const other = `${folder}-of-another-machine`;
  const spools = [openSpool(folder), openSpool(other)];
  for (const spool of spools) await append(spool, "a");
  jest.restoreAllMocks();
  expect(names()).not.toEqual(readdirSync(other));
  for (const spool of spools) spool.close();
});

describe("on a full disk", () => {
  test("visitors are answered, dropped clicks are counted, and writing resumes on its own", async () => {
    const spool = openSpool(folder);
    rmSync(folder, { recursive: true });
    await append(spool, "a", "b", "c");
    expect(spool.dropped()).toBe(3);
    expect(logged).toHaveBeenCalledWith({ err: expect.objectContaining({ code: "ENOENT" }) }, DROPPED);
    mkdirSync(folder);
    await append(spool, "d");
    expect([spool.dropped(), written()]).toEqual([3, ["d"]]);
    spool.close();
  });

  test("a segment that cannot be closed is abandoned, and the next one begins", async () => {
    const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
    const spool = openSpool(folder);
    await append(spool, "a");
    const [name = ""] = names();
    mkdirSync(path.join(folder, name.replace(".open", ".closed")));
    const long = { ...click("b"), referer: "x".repeat(17_000_000) };
    await new Promise<void>((resolve) => spool.append(long, resolve));
    await append(spool, "c");
    expect(names()).toHaveLength(3);
    expect(warn.mock.calls.filter(([fields]) => typeof fields === "object")).toMatchObject([[{}, NOT_CLOSED]]);
    warn.mockRestore();
    spool.close();
  });

  const onLinux = process.platform === "linux" ? test : test.skip;

  onLinux(
    "in the middle of a write, what is whole in the file counts as written, and the next click is not torn",
    async () => {
      // A process whose files are limited to 1,000 bytes until it raises the limit.
      const script = `
      import { execFileSync } from "node:child_process";
      import { openSpool } from "@/lib/clicks/spool";
      const click = { urlId: "", at: 0, accessMethod: "direct", ip: null, referer: null, userAgent: null, country: null, language: null, placement: null, isPrefetch: false };
      const limit = (bytes) => execFileSync("prlimit", ["--pid=" + process.pid, "--fsize=" + bytes + ":"]);
      process.on("SIGXFSZ", () => undefined);
      const spool = openSpool(process.argv[2]);
      const append = (...ids) => Promise.all(ids.map((id) => new Promise((done) => spool.append({ id, ...click }, done))));
      await append("before");
      limit(1000);
      await append(...Array.from({ length: 20 }, (_, i) => "full-" + i));
      await append("still full");
      limit("unlimited");
      await append("after", "at last");
      spool.close();
      console.log(spool.dropped());`;
      const outfile = bundleScript(script, path.dirname(folder));
      const dropped = Number(
        execFileSync("node", [outfile, folder], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
      );
      const whole = written().filter((id) => id !== undefined);
      expect(whole.slice(0, 2)).toEqual(["before", "full-0"]);
      expect(whole.slice(-2)).toEqual(["after", "at last"]);
      expect([whole.length + dropped, dropped > 10]).toEqual([24, true]);
    },
  );
});

describe("a segment that is taken over", () => {
  test("gets no more clicks: what is written to it is written again elsewhere", async () => {
    const spool = openSpool(folder);
    await append(spool, "a");
    const [name = ""] = names();
    renameSync(path.join(folder, name), path.join(folder, name.replace(".open", ".closed")));
    await append(spool, "b", "c");
    await append(spool, "d");
    spool.close();
    expect(names()).toHaveLength(2);
    expect(readIds(names().at(-1))).toEqual(["b", "c", "d"]);
    expect(spool.dropped()).toBe(0);
  });

  test("after its last click was written is closed already", async () => {
    const warn = jest.spyOn(log, "warn");
    const spool = openSpool(folder);
    await append(spool, "a");
    rmSync(path.join(folder, names()[0] ?? ""));
    spool.close();
    expect(warn).not.toHaveBeenCalledWith(expect.anything(), NOT_CLOSED);
    warn.mockRestore();
  });

  test("together with its folder counts what it can't write as dropped", async () => {
    const spool = openSpool(folder);
    await append(spool, "a");
    rmSync(folder, { recursive: true });
    await append(spool, "b");
    expect(spool.dropped()).toBe(1);
    mkdirSync(folder);
    await append(spool, "c");
    expect(written()).toEqual(["c"]);
    spool.close();
  });
});

test("while the spool is over its limit, clicks are dropped and counted, and visitors are answered", async () => {
  const spool = openSpool(folder, { maxBytes: 1_000 });
  const waiting = path.join(folder, "1-1-0-waiting.closed");
  writeFileSync(waiting, "x".repeat(2_000));
  await append(spool, "no room");
  expect(spool.dropped()).toBe(1);
  expect(logged.mock.calls).toEqual([[{ err: new Error("the spool has reached SPOOL_MAX_MB") }, DROPPED]]);
  rmSync(waiting);
  await append(spool, "room again");
  spool.close();
  expect([spool.dropped(), written()]).toEqual([1, ["room again"]]);
});

test("a slow disk, for which visitors wait, is logged", () => {
  const warn = jest.spyOn(log, "warn").mockReturnValue(undefined);
  const now = jest.spyOn(performance, "now");
  const spool = openSpool(folder);
  const appendIn = (ms: number) => {
    now.mockReturnValueOnce(0).mockReturnValueOnce(ms);
    spool.append(click(`0190a0a0-0000-7000-8000-00000000000${ms % 10}`), () => undefined);
    spool.close();
  };
  appendIn(250);
  expect(warn).not.toHaveBeenCalled();
  appendIn(251);
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^visitors had to wait/)]]);
  jest.restoreAllMocks();
});
