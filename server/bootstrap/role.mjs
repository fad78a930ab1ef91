// `npm run start:front`, `start:app`, `start:worker`: one role alone, on a database that is migrated.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";

await ensureInstalled({ withDevelopment: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();

if (existsSync(".env")) process.loadEnvFile(".env");
// Strangers' requests are read by the front, which needs none of these.
if (process.argv[2] === "front") {
  for (const name of ["AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "SMTP_PASSWORD"]) delete process.env[name];
}
process.env.NODE_ENV = "production";
process.env.HOP_ROLE = process.argv[2];
await import(`../../dist/server/${process.argv[2]}.mjs`);
