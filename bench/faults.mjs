// `npm run test:faults`: section B of the promises, with real kills, a real Postgres and full disks.
import "../server/bootstrap/node-version.mjs";
import { ensureInstalled } from "../server/bootstrap/install.mjs";

await ensureInstalled({ withDevelopment: true });
const { ensureBuilt } = await import("../server/bootstrap/build.mjs");
await ensureBuilt();
const { runBundled } = await import("./bundle.mjs");
await runBundled("bench/faults/main.ts");
