import type { Env } from "@/lib/env";

/** What a newcomer reads when everything runs. */
export function printBanner(env: Env, signInLink: { email: string; link: string } | undefined): void {
  const address = `http://localhost:${env.PORT}`;
  const lines = [`${env.BRAND_NAME} is running at ${address}`];
  if (signInLink) {
    lines.push("", `No mail server is configured. Sign in as ${signInLink.email} with this link (10 minutes, once):`);
    lines.push(signInLink.link);
  }
  process.stdout.write(`\n${lines.map((line) => (line ? `  ${line}` : "")).join("\n")}\n\n`);
}
