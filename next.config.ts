import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  redirects: async () => [{ source: "/dashboard", destination: "/", permanent: false }],
  images: { unoptimized: true },
  // Otherwise Next takes a folder above this one that has a lock file.
  turbopack: {
    root: process.cwd(),
    resolveAlias: { "@/lib/db/open-prisma": "./lib/db/app-prisma.ts" },
  },
  serverExternalPackages: [
    "pg",
    "pg-boss",
    "@prisma/client",
    "@prisma/adapter-pg",
    "nodemailer",
    "pino",
    "rate-limiter-flexible",
    "maxmind",
    "zod",
  ],
  // The linter and the type checker run separately.
  typescript: { ignoreBuildErrors: true },
};

export default config;
