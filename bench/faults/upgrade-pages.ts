import { setTimeout as sleep } from "node:timers/promises";
import { judged, type Outcome, unless } from "@/bench/faults/outcome";
import { addressOf } from "@/bench/harness/addresses";

const PAUSE_MS = 200;

/** A load of the sign-in page: how many files it asked for, and what was not answered with 200. */
type Load = { files: number; missing: string[] };

/** Starts a visitor with one address who loads the sign-in page with its scripts and styles over and over. */
export function startPageLoads(url: string) {
  const loads: Load[] = [];
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      loads.push(await loadPage(url));
      await sleep(PAUSE_MS);
    }
  })();
  return {
    loads,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function loadPage(url: string): Promise<Load> {
  const ask = (path: string) =>
    fetch(url + path, { headers: { "X-Forwarded-For": addressOf(1) } }).then(
      async (response) => ({ path, status: response.status, text: await response.text() }),
      () => ({ path, status: 0, text: "" }),
    );
  const page = await ask("/");
  const paths = new Set(
    [...page.text.matchAll(/"(\/_next\/static\/[^"?\\]+\.(?:js|css))/g)].map(([, path = ""]) => path),
  );
  const files = await Promise.all([...paths].map(ask));
  const missing = [page, ...files].filter(({ status }) => status !== 200);
  return { files: paths.size, missing: missing.map(({ path, status }) => `${status} ${path}`) };
}

/** A page that is just loading while its machine stops or returns may miss scripts; loaded again, it has them. */
export function judgePages(loads: readonly Load[]): Outcome {
  const failed = loads.filter(({ missing }) => missing.length > 0);
  const again = loads.find(({ missing }, index) => missing.length > 0 && loads[index - 1]?.missing.length);
  const files = Math.min(...loads.filter(({ missing }) => missing.length === 0).map((load) => load.files));
  return judged(
    "B19",
    "a visitor's pages get their scripts from the version they come from",
    `${loads.length} page loads of at least ${files} files, ${failed.length} while the visitor's machine changed`,
    [
      ...unless(loads.length > failed.length && files > 5, "a page had no scripts"),
      ...unless(again === undefined, `two in a row were incomplete (${again?.missing[0]})`),
    ],
  );
}
