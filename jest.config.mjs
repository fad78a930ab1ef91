import { availableParallelism } from "node:os";

// Two projects: unit tests need no services; each worker of *.db.test.ts gets its own copy of a migrated Postgres database.
const esmPackages = [
  "@auth",
  "@prisma/client/runtime/query_compiler",
  "next-auth",
  "oauth4webapi",
  "jose",
  "preact",
  "preact-render-to-string",
  "@panva",
  "uuid",
  "httpxy",
  "isbot",
  "@noble",
  "htmlparser2",
  "domhandler",
  "domutils",
  "domelementtype",
  "dom-serializer",
  "entities",
  "request-filtering-agent",
];

const shared = {
  testEnvironment: "<rootDir>/.ci/jest-environment.mjs",
  transform: {
    "\\.m?[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
          // The global setup ignores moduleNameMapper.
          baseUrl: import.meta.dirname,
          paths: { "@/*": ["./*"] },
        },
      },
    ],
  },
  moduleNameMapper: {
    // Only for --findRelatedTests and --onlyChanged, which resolve the imports of the sources.
    "^@/(.*)$": "<rootDir>/$1",
    // zod's messages in 50 languages, which every test file would load for 50 ms and none uses.
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/node_modules/zod/v4/locales/en.cjs",
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join("|")}))`],
  modulePathIgnorePatterns: ["<rootDir>/.next", "<rootDir>/dist"],
};

export default {
  // Stops tests that hang. Tests of promised times assert those themselves.
  testTimeout: 120_000,
  // One more than the cores: tests also wait.
  maxWorkers: availableParallelism() + 1,
  // Starts a worker again before it slows down: each test file leaves modules and AsyncLocalStorage behind in it.
  workerIdleMemoryLimit: "600MB",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/{app,components,lib,server,prisma}/**/*.test.{ts,tsx}"],
      testPathIgnorePatterns: ["/node_modules/", "\\.db\\.test\\.ts$"],
      setupFiles: ["<rootDir>/lib/qr/testing/child-file.ts"],
    },
    {
      ...shared,
      displayName: "database",
      testMatch: ["<rootDir>/{app,components,lib,server,prisma}/**/*.db.test.ts"],
      globalSetup: "<rootDir>/lib/db/testing/global-setup.ts",
      globalTeardown: "<rootDir>/lib/db/testing/global-teardown.ts",
      setupFiles: ["<rootDir>/lib/db/testing/worker-database.ts", "<rootDir>/lib/qr/testing/child-file.ts"],
      setupFilesAfterEnv: ["<rootDir>/lib/db/testing/clean-up.ts"],
    },
  ],
};
