import { parseEnv } from "@/lib/env";
import { connectionsProblem, maxConnections } from "@/server/postgres/connections";

const DEFAULTS = parseEnv({});
let variables = DEFAULTS;
jest.mock("@/lib/env", () => ({ ...jest.requireActual("@/lib/env"), env: () => variables }));

test.each([
  [{}, 36],
  [{ WEB_CONCURRENCY: "4" }, 48],
  [{ DATABASE_CONNECTIONS: "4" }, 22],
])("with %j, a machine uses up to %d connections", (set, max) => {
  variables = parseEnv(set);
  expect(maxConnections()).toBe(max);
});

test.each([
  [69, "calls fail during a reload when it is busy", 9],
  [34, "calls fail when it is busy", 9],
  [41, "calls fail during a reload when it is busy", undefined],
  [22, "calls fail when it is busy", 4],
  [20, "calls fail when it is busy", undefined],
  [19, "sign-ins and other calls fail even if only one person uses it", 4],
  [13, "sign-ins and other calls fail even if only one person uses it", undefined],
])("%d allowed connections are too few: %s", (connections, consequence, fitting) => {
  variables = DEFAULTS;
  const remedy = "raise max_connections, or the CONNECTION LIMIT of the user or the database";
  expect(connectionsProblem({ connections, user: "hop" })).toMatchObject({
    what: expect.stringMatching(new RegExp(`, so ${consequence}$`)),
    remedy: fitting ? `${remedy}; or set DATABASE_CONNECTIONS=${fitting}` : remedy,
  });
  if (!fitting) return;
  variables = parseEnv({ DATABASE_CONNECTIONS: String(fitting) });
  expect(connectionsProblem({ connections, user: "hop" })?.what ?? "").not.toContain(consequence);
});

test("as many as a reload needs are enough, and the minimum of a pool is not lowered", () => {
  variables = DEFAULTS;
  expect(connectionsProblem({ connections: 72, user: "hop" })).toBeNull();
  variables = parseEnv({ DATABASE_CONNECTIONS: "4" });
  expect(connectionsProblem({ connections: 20, user: "hop" })?.remedy).not.toContain("DATABASE_CONNECTIONS");
});
