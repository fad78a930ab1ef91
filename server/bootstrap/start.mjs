// `npm start`: installs and builds what is missing, then runs Hop in this process.
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";

await ensureInstalled({ withDevelopment: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();

if (existsSync(".env")) process.loadEnvFile(".env");
process.env.NODE_ENV = "production";
process.env.HOP_ROLE = "supervisor";
await import("../../dist/server/index.mjs");
