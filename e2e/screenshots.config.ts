import { defineConfig } from "@playwright/test";
import base from "@/playwright.config";

/** `npm run screenshots`: the images in the README and the docs. */
export default defineConfig({
  ...base,
  projects: [{ name: "screenshots" }],
  testDir: ".",
  testMatch: "screenshots.ts",
  globalSetup: "./global-setup.ts",
  workers: 1,
});
