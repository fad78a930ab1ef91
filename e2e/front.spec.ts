import { connect, type Socket } from "node:net";
import { rawCall } from "@/e2e/api/support";
import { expect, test, uniqueCode } from "@/e2e/fixtures";
import { visit } from "@/e2e/visit";
import { shortestOf } from "@/lib/testing/stalls";

const DESTINATION = "https://example.com/landing";

/** Inserts a short URL. */
test.beforeEach(async ({ database, createUser }, info) => {
  const code = uniqueCode("front");
  info.annotations.push({ type: "code", description: code });
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, created_by_id, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, now())`,
    [code, DESTINATION, (await createUser()).id],
  );
  // After this, the front knows the link, however busy the database is.
  expect((await visit(`/${code}`)).status).toBe(302);
});

const codeOf = () => test.info().annotations.find(({ type }) => type === "code")?.description ?? "";

function dial(): Promise<Socket> {
  const { hostname, port } = new URL(process.env.E2E_URL ?? "");
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.setEncoding("latin1").once("error", reject);
  });
}

/** Returns everything received until the other side closes, or until a time that only failing tests reach. */
function listen(socket: Socket, milliseconds = 60_000): Promise<string> {
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(received), milliseconds);
    socket.once("end", () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

const get = (path: string, fields = "") => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
const statuses = (received: string) => [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status);

test("one connection serves visits and calls in turn", async () => {
  // The front closes a connection that is idle for as long as this machine may stall.
  await expect(serveInTurn).toPass();
});

async function serveInTurn(): Promise<void> {
  const socket = await dial();
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  const expected: string[] = [];
  for (const [path, status, fields] of [
    [`/${codeOf()}`, "302"],
    [`/${codeOf()}`, "302"],
    ["/api/auth/user", "401"],
    [`/${codeOf()}`, "302", "Connection: close\r\n"],
  ] as const) {
    expected.push(status);
    socket.write(get(path, fields));
    await expect.poll(() => statuses(received), { intervals: [10], timeout: 15_000 }).toEqual(expected);
  }
  await expect.poll(() => socket.closed).toBe(true);
  expect(statuses(received)).toEqual(expected);
}

test("pipelined requests are answered in order", async () => {
  expect((await visit("/nobody-has-this")).status).toBe(404);
  const socket = await dial();
  const received = listen(socket);
  socket.write(get(`/${codeOf()}`) + get("/nobody-has-this") + get(`/${codeOf()}`, "Connection: close\r\n"));
  expect(statuses(await received)).toEqual(["302", "404", "302"]);
  socket.destroy();
});

test("a request sent in pieces is answered once complete", async () => {
  const socket = await dial();
  const received = listen(socket);
  for (const piece of get(`/${codeOf()}`, "Connection: close\r\n").match(/.{1,7}/gs) ?? []) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await received).toContain(`Location: ${DESTINATION}`);
  socket.destroy();
});

test("a client that half-closes after its request still gets the response", async () => {
  const socket = await dial();
  const received = listen(socket);
  socket.end(get(`/${codeOf()}`));
  expect(await received).toContain(`Location: ${DESTINATION}`);
});

test("a short URL accepts only GET and HEAD", async ({ request }) => {
  for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    expect((await request.fetch(`/${codeOf()}`, { method, maxRedirects: 0 })).status()).toBe(405);
  }
});

test("a thousand clients that never finish their request delay nobody and are cut", async () => {
  const timeVisits = async () => {
    let cut = 0;
    const startSlowly = async () => {
      const socket = await dial();
      socket.on("error", () => undefined).on("data", () => undefined);
      socket.once("close", () => {
        cut += 1;
      });
      socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    };
    await Promise.all(Array.from({ length: 1_000 }, startSlowly));
    const started = Date.now();
    for (let i = 0; i < 20; i++) {
      expect((await rawCall("GET", `/${codeOf()}`)).status).toBe(302);
    }
    const took = Date.now() - started;
    await expect.poll(() => cut).toBe(1_000);
    return took;
  };
  expect(await shortestOf(3, 2_000, timeVisits)).toBeLessThan(2_000);
});

test("health endpoints report liveness and readiness", async ({ request }) => {
  const live = await request.get("/health/live");
  expect([live.status(), await live.json()]).toEqual([200, { status: "live" }]);
  const readiness = async () => {
    const ready = await request.get("/health/ready");
    return { code: ready.status(), ...(await ready.json()) };
  };
  // On a busy machine, a role's heartbeat may be late for a moment.
  await expect.poll(readiness).toMatchObject({
    code: 200,
    status: "ready",
    problems: [],
    roles: { app: "up", worker: "up" },
    database: "up",
    migrations: "current",
    isListening: true,
    droppedClicks: 0,
    limitedClicks: 0,
    limitedLookUps: 0,
  });
});
