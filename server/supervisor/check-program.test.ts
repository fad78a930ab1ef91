import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isProcessAlive } from "@/lib/process";
import { until } from "@/lib/testing/until";
import { StartError } from "@/server/processes/start-error";
import { checkProgram, reloadedEnvironment } from "@/server/supervisor/check-program";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hop-check-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the environment of a reload", () => {
  const running = { NODE_ENV: "production", DATABASE_URL: "postgresql://db/hop", HOME: "/var/lib/hop" } as const;
  const reload = (file: string, variables: Record<string, string> = {}) => {
    writeFileSync(path.join(folder, ".env"), file);
    return reloadedEnvironment(folder, { ...running, ...variables });
  };

  test("has the variables of .env as they are now, without those that are gone", () => {
    const earlier = { HOP_FROM_FILE: "BRAND_NAME,LOG_LEVEL", BRAND_NAME: "Old", LOG_LEVEL: "debug" };
    const reloaded = reload("BRAND_NAME=New\nFAVICONS=off\n", earlier);
    expect(reloaded).toMatchObject({ ...running, BRAND_NAME: "New", FAVICONS: "off" });
    expect(reloaded).not.toHaveProperty("LOG_LEVEL");
  });

  test("keeps what does not come from .env, and what the supervisor holds", () => {
    const variables = { HOP_FROM_FILE: "PORT", PORT: "3000", BRAND_NAME: "Given" };
    expect(reload("PORT=4000\nBRAND_NAME=File\nDATABASE_URL=other\n", variables)).toMatchObject({
      ...running,
      PORT: "3000",
      BRAND_NAME: "Given",
    });
  });

  test.each([
    ["the embedded Postgres", { HOP_EMBEDDED_POSTGRES: "yes" }, []],
    ["another one", {}, ["PGSSLMODE"]],
  ])("leaves out what the supervisor has dropped, with %s", (_, variables, kept) => {
    const reloaded = reload("DEBUG=*\nPGSSLMODE=require\n", { HOP_FROM_FILE: "DEBUG,PGSSLMODE", ...variables });
    expect(Object.keys(reloaded).filter((name) => /^(DEBUG|PG)/.test(name))).toEqual(kept);
  });

  test("is refused without a .env, if the running Hop has variables from one", () => {
    const variables = { HOP_FROM_FILE: "AUTH_SECRET,BASE_URL", AUTH_SECRET: "x".repeat(32) };
    expect(() => reloadedEnvironment(folder, { ...running, ...variables })).toThrow(
      /\.env is missing, and AUTH_SECRET, BASE_URL came from such a file/,
    );
    expect(reloadedEnvironment(folder, running)).toEqual(running);
  });

  describe("if .env has the database's URL", () => {
    const earlier = { HOP_FROM_FILE: "DATABASE_URL", DATABASE_URL: "postgresql://hop:old@db:5432/hop" };

    test.each([
      "postgresql://hop:new@db:5432/hop",
      "postgresql://other@db:5432/hop?sslmode=verify-full",
      "postgresql://hop:new@db/hop",
    ])("takes user, password and options from it: %s", (url) => {
      expect(reload(`DATABASE_URL=${url}\n`, earlier).DATABASE_URL).toBe(url);
    });

    test("takes them from the file that it names", () => {
      const file = path.join(folder, "url");
      writeFileSync(file, "postgresql://hop:new@db:5432/hop\n");
      const reloaded = reload("DATABASE_URL_FILE=url\n", { ...earlier, HOP_FROM_FILE: "DATABASE_URL_FILE" });
      expect(reloaded.DATABASE_URL).toBe("postgresql://hop:new@db:5432/hop");
      expect(reloaded).not.toHaveProperty("DATABASE_URL_FILE");
      rmSync(file);
      expect(() => reload(`DATABASE_URL_FILE=${file}\n`, earlier)).toThrow(StartError);
    });

    test.each([
      "postgresql://hop:old@other:5432/hop",
      "postgresql://hop:old@db:5433/hop",
      "postgresql://hop:old@db:5432/other",
      "postgresql://hop:old@db:5432/hop?host=other",
      "postgresql://other:old@db:5432",
      "db",
    ])("refuses another database: %s", (url) => {
      expect(() => reload(`DATABASE_URL=${url}\n`, earlier)).toThrow(
        new StartError("DATABASE_URL names another database: restart Hop instead."),
      );
    });

    test("keeps the URL that is no longer in it", () => {
      expect(reload("BRAND_NAME=New\n", earlier)).toMatchObject({ DATABASE_URL: earlier.DATABASE_URL });
    });
  });

  test("is refused with a .env that can't be read", () => {
    mkdirSync(path.join(folder, ".env"));
    expect(() => reloadedEnvironment(folder, running)).toThrow(
      new StartError(`${folder}/.env cannot be read (EISDIR).`),
    );
  });

  test("reads the file of a secret that .env names again", () => {
    const variables = { HOP_FROM_FILE: "SMTP_PASSWORD_FILE", SMTP_PASSWORD: "old", SMTP_PASSWORD_FILE: "" };
    const reloaded = reload("SMTP_PASSWORD_FILE=/run/secrets/smtp\nDATABASE_URL_FILE=/run/secrets/db\n", variables);
    expect(reloaded).toMatchObject({ ...running, SMTP_PASSWORD_FILE: "/run/secrets/smtp" });
    expect(reloaded).not.toHaveProperty("SMTP_PASSWORD");
    expect(reloaded).not.toHaveProperty("DATABASE_URL_FILE");
  });
});

describe("a build", () => {
  // Long enough for a program to start on a busy machine; one that hangs is stopped sooner.
  const check = (source?: string, silentMs = 60_000) => {
    mkdirSync(path.join(folder, "dist/server"), { recursive: true });
    if (source !== undefined) writeFileSync(path.join(folder, "dist/server/reload-check.mjs"), source);
    const environment = { ...process.env, NODE_ENV: "test" } as const;
    return checkProgram(folder, { environment, stopping: new AbortController().signal, silentMs });
  };

  test("that can run reports its version, concurrency and migrations", async () => {
    const message = { type: "checked", version: "2.0.0", webConcurrency: 4, applied: ["0002"] };
    const found = await check(`process.send(${JSON.stringify(message)})`);
    expect(found).toMatchObject({ folder, version: "2.0.0", webConcurrency: 4, applied: ["0002"] });
  });

  test("that doesn't exit on its own is stopped", async () => {
    const source = 'process.send({ type: "refused", lines: ["process " + process.pid] }); setInterval(() => 0, 1e6)';
    const { message } = (await check(source).catch((error: unknown) => error)) as Error;
    const pid = Number(/process (\d+)/.exec(message)?.[1]);
    expect(pid).toBeGreaterThan(0);
    await until(() => !isProcessAlive(pid));
  });

  test.each([
    [
      "refuses its configuration",
      'process.send({ type: "refused", lines: ["PORT: no."] }); setInterval(() => 0, 1e6)',
      "PORT: no.",
    ],
    ["throws", 'throw new Error("broken")', "doesn't start (exit code 1)"],
    ["hangs", "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)", "doesn't start (SIGKILL)", 2_000],
    ["is of an unknown version", 'process.send({ type: "else" })', "restart Hop instead"],
    ["is missing", undefined, "restart Hop instead"],
  ])("that %s is not taken", async (_case, source, message, silentMs = 60_000) => {
    await expect(check(source, silentMs)).rejects.toThrow(message);
  });
});
