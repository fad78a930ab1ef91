// Two projects: unit tests need nothing; *.db.test.ts get a copy of a migrated Postgres database each worker.
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
  testEnvironment: "node",
  transform: {
    "\\.m?[jt]sx?$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2022",
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
          // Here rather than as a module name mapper: the global setup knows no mapper.
          baseUrl: import.meta.dirname,
          paths: { "@/*": ["./*"] },
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join("|")}))`],
  modulePathIgnorePatterns: ["<rootDir>/.next", "<rootDir>/dist"],
};

export default {
  // Ends tests that hang. Machines differ; limits that are promises are asserted in the tests themselves.
  testTimeout: 30_000,
  // One less than the cores, as is usual, is one on two cores, which then wait half of the time.
  maxWorkers: "100%",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/{app,components,lib,server,prisma}/**/*.test.{ts,tsx}"],
      testPathIgnorePatterns: ["/node_modules/", "\\.db\\.test\\.ts$"],
    },
    {
      ...shared,
      displayName: "database",
      testMatch: ["<rootDir>/{app,components,lib,server,prisma}/**/*.db.test.ts"],
      globalSetup: "<rootDir>/lib/db/testing/global-setup.ts",
      globalTeardown: "<rootDir>/lib/db/testing/global-teardown.ts",
      setupFiles: ["<rootDir>/lib/db/testing/worker-database.ts"],
      setupFilesAfterEnv: ["<rootDir>/lib/db/testing/clean-up.ts"],
    },
  ],
};
