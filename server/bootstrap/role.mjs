// `npm run start:front`, `start:app`, `start:worker`: one role alone, on a migrated database.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";

await ensureInstalled({ withDevelopment: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();

if (existsSync(".env")) process.loadEnvFile(".env");
process.env.NODE_ENV = "production";
process.env.HOP_ROLE = process.argv[2];
await import(`../../dist/server/${process.argv[2]}.mjs`);
