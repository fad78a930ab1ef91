import { type Env, isOutputJson } from "@/lib/env";
import { type PostgresServer, postgresWarning } from "@/lib/postgres-release";
import { print } from "@/lib/print";

type Running = {
  signInLink: { email: string; link: string } | undefined;
  postgres: PostgresServer;
  /** For example 22.21.0 */
  nodeVersion: string;
};

/** nodejs.org/en/about/previous-releases */
const OLDEST_MAINTAINED_NODE = 22;

/** The lines printed once everything is running. */
export function printBanner(env: Env, running: Running): void {
  const lines = bannerLines(env, running);
  if (!isOutputJson()) {
    process.stdout.write(`\n${lines.join("\n")}\n\n`);
    return;
  }
  for (const line of lines) if (line) print(line.trim());
}

export function bannerLines(env: Pick<Env, "BRAND_NAME" | "PORT">, running: Running): string[] {
  const { signInLink, postgres } = running;
  const lines = [
    `${env.BRAND_NAME} is running at http://localhost:${env.PORT}`,
    `Database: Postgres ${postgres.version}${postgres.isEmbedded ? " (embedded)" : ""}`,
    ...warningsOf(running).map((warning) => `Warning: ${warning}`),
  ];
  if (signInLink) {
    lines.push("", `No mail server is configured. Sign in as ${signInLink.email} with this link (10 minutes, once):`);
    lines.push(signInLink.link);
  }
  return lines.map((line) => (line ? `  ${line}` : ""));
}

function warningsOf({ postgres, nodeVersion }: Running): string[] {
  const ofPostgres = postgresWarning(postgres);
  const isNodeOld = Number.parseInt(nodeVersion, 10) < OLDEST_MAINTAINED_NODE;
  const ofNode = `Node ${nodeVersion} is past its end of life and gets no security fixes. Use Node 22 or 24.`;
  return [...(ofPostgres ? [ofPostgres] : []), ...(isNodeOld ? [ofNode] : [])];
}
