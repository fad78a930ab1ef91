import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, startHop } from "@/e2e/hop";
import { startMailServer } from "@/e2e/mailbox";
import { startEmbeddedPostgres } from "@/server/embedded-postgres";

/** A fresh installation for all specs: embedded database, production build, mail through a real SMTP server. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-e2e-"));
  const dataDir = path.join(folder, "data");
  const mailFolder = path.join(folder, "mail");
  mkdirSync(mailFolder);
  const mail = await startMailServer(mailFolder);
  const port = await freePort();
  const hop = await startHop({
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_HOST: "127.0.0.1",
    SMTP_PORT: String(mail.port),
    SMTP_FROM_EMAIL: "hop@example.com",
    SIGNIN_LIMIT_IP: "1000",
    SIGNIN_LIMIT_ADDRESS: "100",
    USER_CALL_LIMIT: "1000000",
    LOG_LEVEL: "warn",
  });
  // The server is running: this only tells where.
  const { url: databaseUrl } = await startEmbeddedPostgres(dataDir);
  process.env.E2E_URL = hop.url;
  process.env.E2E_DATABASE_URL = databaseUrl;
  process.env.E2E_MAIL_FOLDER = mailFolder;

  return async () => {
    const code = await hop.stop();
    await mail.stop();
    rmSync(folder, { recursive: true, force: true });
    // An error that nothing caught ends a process, which is replaced: without this, no test might notice.
    if (hop.output().includes("uncaught error")) throw new Error(`An error was not caught:\n${hop.output()}`);
    if (code !== 0) throw new Error(`Hop ended with ${code}:\n${hop.output()}`);
  };
}
