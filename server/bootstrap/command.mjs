// `npm run demo` and similar: installs and builds what is missing, then runs a command in this process.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";

await ensureInstalled({ withDevelopment: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();

if (existsSync(".env")) process.loadEnvFile(".env");
process.env.NODE_ENV = "production";
await import(`../../dist/server/${process.argv[2]}.mjs`);
