import { until } from "@/lib/testing/until";
import type { Program, RoleName } from "@/server/processes/role-process";
import type { Generation } from "@/server/supervisor/generation";
import { createReloader } from "@/server/supervisor/reload";

const PROGRAM: Program = {
  folder: "/opt/hop",
  environment: { NODE_ENV: "production" },
  webConcurrency: 1,
  version: "1",
};

/** Events in order, with the version of the generation. */
let events: string[];
beforeEach(() => {
  events = [];
});

type Behaviour = Partial<Record<RoleName | "probe" | "check" | "inherit" | "retire", () => Promise<void>>> & {
  accept?: () => void;
};

function generationOf(program: Program, behaviour: Behaviour = {}): Generation {
  const note = (event: string) => events.push(`${program.version} ${event}`);
  return {
    program,
    async start(roles = ["front", "worker", "app"]) {
      note(`start ${roles.join("+")}`);
      await Promise.all(roles.map((role) => behaviour[role]?.()));
    },
    async inherit() {
      note("inherit");
      await behaviour.inherit?.();
    },
    codes: async () => [],
    accept() {
      behaviour.accept?.();
      note("accept");
    },
    signInLink: () => undefined,
    samples: async () => [],
    renew: () => undefined,
    async retire() {
      note("retire");
      await behaviour.retire?.();
    },
    stop: async () => void note("stop"),
  };
}

function create(next: Behaviour = {}, first: Behaviour = {}) {
  return createReloader({
    first: generationOf(PROGRAM, first),
    async check(folder = "/opt/hop") {
      await next.check?.();
      return { ...PROGRAM, folder, version: "2", applied: ["0002"] };
    },
    create: (program) => generationOf(program, next),
    probe: async () => next.probe?.(),
    onSwitch: ({ program }) => events.push(`switch to ${program.version}`),
    onEnded: (left) => events.push(`left ${left.map(({ program }) => program.version)}`),
    readyMs: 50,
  });
}

const never = () => new Promise<void>(() => undefined);
const fails = (message: string) => () => Promise.reject(new Error(message));

test("the new front starts once app and worker are ready; only then the old processes retire", async () => {
  const reloader = create();
  await reloader.start();
  expect(await reloader.reload("/opt/hop-2")).toMatchObject({ version: "2", folder: "/opt/hop-2", applied: ["0002"] });
  expect(events).toEqual([
    "1 start front+worker+app",
    "2 start app+worker",
    "2 start front",
    "2 inherit",
    "2 accept",
    "switch to 2",
    "1 retire",
    "left 2",
  ]);
});

test.each<[string, Behaviour, string]>([
  [
    "whose configuration is wrong",
    { check: fails("PORT: must be a number.") },
    "Not reloaded: PORT: must be a number.",
  ],
  ["whose app dies", { app: fails("the app stopped") }, "Not reloaded: the app stopped."],
  [
    "whose worker hangs",
    { worker: never },
    "Not reloaded: the new app and worker were not ready within 0.05 s; see the log.",
  ],
  [
    "whose pages fail",
    { probe: fails("the new app returned 500 for /") },
    "Not reloaded: the new app returned 500 for /.",
  ],
  ["whose front dies", { front: fails("the front stopped") }, "Not reloaded: the front stopped."],
  ["whose links can't be looked up", { inherit: fails("no links") }, "Not reloaded: no links."],
  [
    "whose app dies when all were ready",
    {
      accept() {
        throw new Error("the app stopped");
      },
    },
    "Not reloaded: the app stopped.",
  ],
  ["whose front hangs", { front: never }, "Not reloaded: the new front was not ready within 0.05 s; see the log."],
])("a build %s is stopped, and the old processes continue", async (_case, behaviour, message) => {
  const reloader = create(behaviour);
  await reloader.start();
  await expect(reloader.reload()).rejects.toThrow(message);
  expect(events.filter((event) => /accept|switch|retire/.test(event))).toEqual([]);
  expect(events.filter((event) => event === "1 stop")).toEqual([]);
  const ended = events.filter((event) => /^2 stop|^left/.test(event));
  expect(ended).toEqual(behaviour.check ? [] : ["2 stop", "left 1"]);
  // The next one is not refused.
  await expect(reloader.reload()).rejects.toThrow(message);
});

test("a second reload is refused while one runs, until the old processes are gone", async () => {
  let retired: () => void = () => undefined;
  const reloader = create({}, { retire: () => new Promise((resolve) => (retired = resolve)) });
  await reloader.start();
  const first = reloader.reload();
  await expect(reloader.reload()).rejects.toThrow("Not reloaded: another reload is running.");
  await until(() => events.includes("1 retire"));
  await expect(reloader.reload()).rejects.toThrow("another reload");
  retired();
  await first;
  await reloader.reload();
});

test("a reload is refused until all roles were ready once, and from the shutdown on", async () => {
  const reloader = create();
  await expect(reloader.reload()).rejects.toThrow("Not reloaded: Hop is still starting.");
  await reloader.start();
  await reloader.stop();
  await expect(reloader.reload()).rejects.toThrow("Not reloaded: Hop is stopping.");
  expect(events.at(-1)).toBe("1 stop");
});

test("a shutdown during a reload stops the old and the new processes", async () => {
  const reloader = create({ worker: never });
  await reloader.start();
  const reloading = reloader.reload();
  await until(() => events.includes("2 start app+worker"));
  await reloader.stop();
  await expect(reloading).rejects.toThrow("Not reloaded: Hop is stopping.");
  expect(events).toEqual(expect.arrayContaining(["1 stop", "2 stop"]));
});
