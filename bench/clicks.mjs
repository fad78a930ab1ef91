// `npm run bench:clicks`: 10,000,000 clicks over 100,000 links and 90 days, in a database that is kept for benchmarks.
import "../server/bootstrap/node-version.mjs";
import { ensureInstalled } from "../server/bootstrap/install.mjs";

await ensureInstalled({ withDevelopment: true });
const { runBundled } = await import("./bundle.mjs");
await runBundled("bench/fill/main.ts");
