import fs, { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { assertWritable, isOnVolume } from "@/server/data-dir/data-dir";

test.each([
  ["/data", ["/", "/proc", "/data"], true],
  ["/data/hop", ["/", "/data"], true],
  ["/data", ["/", "/proc", "/etc/hosts"], false],
  ["/database", ["/", "/data"], false],
  ["/data", ["/", "/data/deeper"], false],
])("%s with mounts %j is on a volume: %s", (folder, mounts, expected) => {
  expect(isOnVolume(folder, mounts)).toBe(expected);
});

test("trying whether a folder can be written leaves nothing, and a full disk counts as writable", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-data-dir-"));
  assertWritable(folder);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
  const write = jest.spyOn(fs, "writeFileSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  expect(() => assertWritable(folder)).not.toThrow();
  write.mockRestore();
  expect(() => assertWritable(folder)).toThrow("ENOENT");
});

test("/proc is a mount of this machine, its root is not a volume", () => {
  if (process.platform !== "linux") return;
  expect(isOnVolume("/proc/self")).toBe(true);
  expect(isOnVolume("/no-such-folder")).toBe(false);
});

describe("a data folder that cannot be used says what to do", () => {
  const environment = { ...process.env };

  /** The error message of a start with these variables, as an unprivileged user. */
  async function failWith(variables: Record<string, string>, code?: NodeJS.ErrnoException["code"]) {
    process.env = { ...environment, ...variables };
    jest.resetModules();
    jest.doMock("node:fs", () => ({
      ...jest.requireActual("node:fs"),
      writeFileSync: () => {
        throw Object.assign(new Error(code), { code });
      },
    }));
    const { prepareDataDir } = await import("@/server/data-dir/data-dir");
    try {
      prepareDataDir();
    } catch (error) {
      return (error as { lines?: string[] }).lines?.join("\n");
    }
    return undefined;
  }

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "hop-data-dir-"));
  });
  afterEach(() => {
    process.env = { ...environment };
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  test("in a container, without a volume", async () => {
    if (process.platform !== "linux") return;
    expect(await failWith({ DATA_DIR: "/no-such-folder/data", HOP_CONTAINER: "yes" })).toBe(
      'DATA_DIR: /no-such-folder/data is not on a volume, and would be lost with the container: mount one, such as "-v hop:/no-such-folder/data".',
    );
  });

  test("on a volume that is read-only, even if access(2) succeeds because the kernel made it so after an error", async () => {
    expect(await failWith({ DATA_DIR: folder }, "EROFS")).toBe(
      `DATA_DIR: ${folder} cannot be written (EROFS): its file system is mounted read-only.`,
    );
  });

  test("of another user", async () => {
    const own = (process.getuid?.() ?? 0) + 1000;
    jest.spyOn(process, "getuid").mockReturnValue(own);
    jest.spyOn(process, "getgid").mockReturnValue(own);
    expect(await failWith({ DATA_DIR: folder }, "EACCES")).toBe(
      `DATA_DIR: ${folder} cannot be written (EACCES): it belongs to user ${own - 1000}, and Hop runs as user ${own}; run chown ${own}:${own} on it.`,
    );
  });
});
