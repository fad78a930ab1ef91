import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, chromiumPath } from "@/e2e/chromium";

/** They start and stop Hop themselves. */
const INSTALLATIONS = /(?:commands|faults|logs|node-versions|settings|start)\.spec\.ts$/;

export default defineConfig({
  testDir: "e2e",
  // First those that mostly wait: last, they would leave the processors idle.
  projects: [
    { name: "installations", testMatch: INSTALLATIONS },
    { name: "dashboard", testIgnore: INSTALLATIONS },
  ],
  globalSetup: "./e2e/global-setup.ts",
  // Browser tests wait more than they compute.
  workers: 4,
  fullyParallel: true,
  forbidOnly: true,
  // For slow machines. Tests of promised times assert those themselves.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [
    ["list"],
    ...(process.env.PLAYWRIGHT_JSON ? [["json", { outputFile: process.env.PLAYWRIGHT_JSON }] as const] : []),
  ],
  use: {
    browserName: "chromium",
    // Tracing every test takes a fifth of the time; `--trace retain-on-failure` turns it on.
    trace: "off",
    actionTimeout: 60_000,
    // Waiting for dialogs and toasts to move takes half of the time they need. Some specs turn motion on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: chromiumPath(),
      // No process is started ahead for the next page. A page lives for seconds: optimising its code costs more than it
      // saves.
      args: [
        ...CHROMIUM_ARGS,
        // For local-links.spec.ts.
        "--host-resolver-rules=MAP hop.test 127.0.0.1",
        "--renderer-process-limit=1",
        "--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32",
      ],
    },
  },
});
