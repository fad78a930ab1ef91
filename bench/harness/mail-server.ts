import { SMTPServer } from "smtp-server";
import { atEnd } from "@/bench/harness/clean-up";

export const MAIL_USER = "hop";
export const MAIL_PASSWORD = "the password of the mail server";

/** Starts a mail server on loopback that accepts mail only with this user and password. @returns its port */
export async function startMailServer(): Promise<number> {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === MAIL_USER && password === MAIL_PASSWORD;
      callback(isRight ? null : new Error("wrong password"), { user: username });
    },
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.on("end", () => callback());
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
