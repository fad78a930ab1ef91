// `npm run dev`: the same server with hot reload; the front and the worker restart when their
// sources change.
import "./node-version.mjs";
import { rmSync } from "node:fs";
import { loadEnvFile, readEnvFile } from "./env-file.mjs";
import { ensureInstalled } from "./install.mjs";

process.env.LOG_FORMAT ||= "text";
// Exits if it can't be read.
readEnvFile();
await ensureInstalled({ withDevelopment: true });
const { COMPILED_CONFIG, generateClient } = await import("./build.mjs");
const { watchServer } = await import("./server-bundle.mjs");
rmSync(COMPILED_CONFIG, { force: true });
await generateClient();
await watchServer(() => process.emit("hop:rebuilt"));

loadEnvFile();
process.env.NODE_ENV = "development";
process.env.HOP_ROLE = "supervisor";
await import("../../dist/server/index.mjs");
