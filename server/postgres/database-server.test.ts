import { parseEnv } from "@/lib/env";
import { connectionsProblem, maxConnections } from "@/server/postgres/database-server";

const DEFAULTS = parseEnv({});
let variables = DEFAULTS;
jest.mock("@/lib/env", () => ({ ...jest.requireActual("@/lib/env"), env: () => variables }));

test.each([
  [{}, 35],
  [{ WEB_CONCURRENCY: "4" }, 47],
  [{ DATABASE_CONNECTIONS: "4" }, 21],
])("with %j, a machine uses up to %d connections", (set, max) => {
  variables = parseEnv(set);
  expect(maxConnections()).toBe(max);
});

test.each([
  [69, "during a reload when it is busy"],
  [34, "when it is busy"],
])("%d allowed connections are too few", (connections, when) => {
  variables = DEFAULTS;
  expect(connectionsProblem({ connections, user: "hop" })?.what).toMatch(new RegExp(`so calls fail ${when}$`));
  expect(connectionsProblem({ connections: 70, user: "hop" })).toBeNull();
});
