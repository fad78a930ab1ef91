// `npm run bench`: section A of the promises, measured. It prints and never fails.
import "../server/bootstrap/node-version.mjs";
import { ensureInstalled } from "../server/bootstrap/install.mjs";

await ensureInstalled({ withDevelopment: true });
const { ensureBuilt } = await import("../server/bootstrap/build.mjs");
await ensureBuilt();
const { runBundled } = await import("./bundle.mjs");
await runBundled("bench/speed/main.ts");
