import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on loopback that keeps each email as a file in `folder`. */
export async function startMailServer(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  let received = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address).join(",");
        const file = path.join(folder, `${received++} ${encodeURIComponent(recipients)}.eml`);
        writeFileSync(`${file}.part`, Buffer.concat(chunks));
        // Readers never see a part of it.
        renameSync(`${file}.part`, file);
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return { port: address.port, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const ARRIVAL_TIMEOUT_MS = 90_000;

/** Waits for `count` emails to an address and returns the newest; by default those with a sign-in link. */
export async function waitForMail(folder: string, to: string, count = 1, subject = /^Sign in to /): Promise<Email> {
  const deadline = Date.now() + ARRIVAL_TIMEOUT_MS;
  for (;;) {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(` ${encodeURIComponent(to)}.eml`))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))));
    const wanted = mails.filter((mail) => subject.test(mail.subject ?? ""));
    const newest = wanted.at(-1);
    if (newest && wanted.length >= count) return newest;
    if (Date.now() > deadline) throw new Error(`No mail to ${to}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the sign-in link in an email. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+\/auth\/verify\/[0-9a-f]+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error("The mail holds no sign-in link");
  return link;
}
