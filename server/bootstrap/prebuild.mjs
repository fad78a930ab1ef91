// `npm run build`: installs and builds ahead of time, so that a start does neither, even if this folder is read-only.
// `npm run build -- FOLDER` also copies everything needed at run time to a folder that is missing or empty.
import "./node-version.mjs";
import { ensureInstalled } from "./install.mjs";
import { prepareTarget } from "./target.mjs";

const [target] = process.argv.slice(2);
if (target !== undefined) prepareTarget(target);
await ensureInstalled({ withDevelopment: target !== undefined });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
if (target !== undefined) {
  const { copyBuild } = await import("./copy.mjs");
  await copyBuild(target);
}
