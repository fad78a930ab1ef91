import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, chromiumPath } from "@/e2e/chromium";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Patience with a slow machine. What has to be quick says so where it is tested.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ...(process.env.PLAYWRIGHT_JSON ? [["json", { outputFile: process.env.PLAYWRIGHT_JSON }] as const] : []),
  ],
  use: {
    browserName: "chromium",
    // The page of each step can be looked at without its film, which takes a fifth of the time of all tests.
    trace: { mode: "retain-on-failure", screenshots: false },
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: chromiumPath(),
      args: CHROMIUM_ARGS,
    },
  },
});
