import { readFileSync } from "node:fs";
import { isProcessAlive } from "@/lib/process";
import { createQrChild, type QrChild } from "@/lib/qr/child-process";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { designWith, logoOf, logoSvg } from "@/lib/qr/testing/designs";
import { until } from "@/lib/testing/until";

const file = () => (globalThis as typeof globalThis & { hopQrChildFile: () => string }).hopQrChildFile();
const code = { content: "https://hop.example/spring?qr=1", design: DEFAULT_DESIGN, logo: null };
const proof = { contents: [code.content], design: DEFAULT_DESIGN, logo: null };
const svg = { ...code, format: "svg" as const };

const started: QrChild[] = [];
function create(options: Omit<Parameters<typeof createQrChild>[0], "file"> = {}): QrChild {
  const child = createQrChild({ file, ...options });
  started.push(child);
  return child;
}
afterEach(() => {
  for (const child of started.splice(0)) child.stop();
});

/** Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second. */
function processorSecondsOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** An SVG that takes minutes to draw. */
function endlessLogo(): Buffer {
  const nested = `${'<g filter="url(#f)">'.repeat(40)}<path d="M0 0h9v9z"/>${"</g>".repeat(40)}`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f"><feGaussianBlur stdDeviation="1"/></filter>${nested.repeat(40)}</svg>`,
  );
}

test("the process starts with the first job and exits when it has none", async () => {
  const child = create({ idleMs: 50 });
  expect(child.pid()).toBeUndefined();
  const done = child.run("render", svg);
  const pid = child.pid() ?? 0;
  expect(isProcessAlive(pid)).toBe(true);
  expect(Buffer.from(await done).toString()).toMatch(/^<svg/);
  await until(() => !isProcessAlive(pid));
  expect(child.pid()).toBeUndefined();
  await child.run("render", svg);
  expect(child.pid()).not.toBe(pid);
});

test("a code without a logo or frame doesn't wait for the image library", async () => {
  const child = create();
  const loaded = () => {
    const files = readFileSync(`/proc/${child.pid()}/maps`, "utf8");
    return /libvips/.test(files);
  };
  await child.run("render", { ...code, design: designWith({ modules: "rounded" }), format: "png" });
  expect(loaded()).toBe(false);
  await child.run("cleanLogo", { bytes: logoSvg() });
  expect(loaded()).toBe(true);
});

test("a killed process fails its jobs, and the next job starts another", async () => {
  const child = create();
  await child.run("render", svg);
  const pid = child.pid() ?? 0;
  const failing = child.run("prove", proof);
  process.kill(pid, "SIGKILL");
  await expect(failing).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: expect.any(Number) });
  expect(Buffer.from(await child.run("render", svg)).toString()).toMatch(/^<svg/);
  expect(child.pid()).not.toBe(pid);
});

test("a job that takes too long is unavailable, and its process is killed", async () => {
  const child = create({ timeoutsMs: { prove: 1 } });
  const failing = child.run("prove", proof);
  const pid = child.pid() ?? 0;
  await expect(failing).rejects.toMatchObject({ code: "unavailable" });
  await until(() => !isProcessAlive(pid));
});

test("a job beside one that takes too long is done by the next process", async () => {
  const child = create({ timeoutsMs: { prove: 1 } });
  const failing = child.run("prove", proof, "ann");
  const done = child.run("render", svg, "ben");
  const pid = child.pid();
  await expect(failing).rejects.toMatchObject({ code: "unavailable" });
  expect(Buffer.from(await done).toString()).toMatch(/^<svg/);
  expect(child.pid()).not.toBe(pid);
});

test("a job that twice was beside one that takes too long is unavailable", async () => {
  const child = create({ timeoutsMs: { render: 1, cleanLogo: 600_000 } });
  let isRefused = false;
  const repeated = child.run("cleanLogo", { bytes: endlessLogo() }, "ann").catch(({ code }) => {
    isRefused = true;
    return code;
  });
  for (const refusedAfter of [false, true]) {
    await expect(child.run("render", svg, "ben")).rejects.toMatchObject({ code: "unavailable" });
    await new Promise(setImmediate);
    expect(isRefused).toBe(refusedAfter);
  }
  expect(await repeated).toBe("unavailable");
});

test("a logo that takes too much memory is refused, its process is killed, and the next job starts another", async () => {
  const child = create();
  await child.run("render", svg);
  const pid = child.pid() ?? 0;
  const steps = Array.from({ length: 2_000 }, (_, step) => `<feFlood result="s${step}"/>`).join("");
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><filter id="f">${steps}</filter><path d="M0 0h9v9z" filter="url(#f)"/></svg>`,
  );
  await expect(child.run("cleanLogo", { bytes })).rejects.toMatchObject({ code: "invalid", field: "logo" });
  expect(Buffer.from(await child.run("render", svg)).toString()).toMatch(/^<svg/);
  expect(child.pid()).not.toBe(pid);
  await until(() => !isProcessAlive(pid));
});

test("a process whose parent is gone ends, although it draws a logo that takes minutes", async () => {
  const child = create({ timeoutsMs: { cleanLogo: 60_000 } });
  await child.run("render", svg);
  const pid = child.pid() ?? 0;
  const unfinished = child.run("cleanLogo", { bytes: endlessLogo() });
  // Longer than loading the image library takes.
  const drawingAt = processorSecondsOf(pid) + 1.5;
  await until(() => processorSecondsOf(pid) > drawingAt);
  child.stop();
  // Otherwise the job's timer would run on.
  await expect(unfinished).rejects.toMatchObject({ code: "unavailable" });
  await until(() => !isProcessAlive(pid));
});

test("jobs beyond the queue's bound are unavailable; all others are done", async () => {
  const child = create();
  const jobs = await Promise.allSettled(Array.from({ length: 100 }, () => child.run("render", svg)));
  const refused = jobs.filter(({ status }) => status === "rejected");
  expect([jobs.length - refused.length, refused.length]).toEqual([66, 34]);
  expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
});

test("nobody waits for all the jobs of another, nor is refused for them", async () => {
  const child = create();
  const done: string[] = [];
  const run = (requester: string, name: string) =>
    child.run("render", svg, requester).then(
      () => done.push(name),
      () => done.push(`${name} refused`),
    );
  const many = Array.from({ length: 66 }, (_, n) => run("ann", `ann ${n}`));
  await run("ben", "ben");
  // At his turn four or so are done, and others while his code is drawn; job-queue.test.ts has the exact order.
  expect(done.length).toBeLessThan(20);
  await Promise.all(many);
  expect(done.filter((name) => name.endsWith("refused"))).toEqual(["ann 65 refused"]);
});

test.each<[string, (child: QrChild, requester: string) => Promise<unknown>]>([
  ["proofs", (child, requester) => child.run("prove", proof, requester)],
  ["large images", (child, requester) => child.run("render", { ...code, format: "webp", size: { mm: 90 } }, requester)],
])("%s leave a place for quick jobs, whoever wants them", async (_what, run) => {
  const child = create();
  const done: string[] = [];
  const slow = ["ann", "amy"].map((requester) => run(child, requester).then(() => done.push(requester)));
  await child.run("render", svg, "ben").then(() => done.push("ben"));
  expect(done).toEqual(["ben"]);
  await Promise.all(slow);
});

test("50 codes with a logo at once take less than 200 MB", async () => {
  const child = create();
  const { png } = await child.run("cleanLogo", { bytes: logoSvg() });
  const design = designWith({ logo: logoOf(20), modules: "rounded", frame: { text: "Scan me", position: "bottom" } });
  const images = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      child.run("render", { content: `${code.content}${n}`, design, logo: png, format: "png", size: { px: 1000 } }),
    ),
  );
  expect(new Set(images.map((image) => Buffer.from(image).toString("base64"))).size).toBe(50);
  const status = readFileSync(`/proc/${child.pid()}/status`, "utf8");
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000;
  expect(peakMb).toBeGreaterThan(10);
  expect(peakMb).toBeLessThan(200);
});

test("a refusal keeps its code, message and field", async () => {
  const bytes = Buffer.from("GIF89a");
  await expect(create().run("cleanLogo", { bytes })).rejects.toMatchObject({
    name: "AppError",
    code: "invalid",
    field: "logo",
    message: "The logo must be a PNG, JPEG or SVG image.",
  });
});

test("the process has none of its parent's variables", async () => {
  const child = create();
  await child.run("cleanLogo", { bytes: logoSvg() });
  const names = readFileSync(`/proc/${child.pid()}/environ`, "utf8").split("\0").filter(Boolean);
  expect(names.map((variable) => variable.split("=")[0]).sort()).toEqual(
    ["MALLOC_ARENA_MAX", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE", "NODE_ENV", "UV_THREADPOOL_SIZE"].sort(),
  );
});
