import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = Email & {
  /** The addresses of the envelope, a blind copy's among them. */
  recipients: string[];
  /** Who signed in at the mail server. */
  user: string | undefined;
};

export type Inbox = {
  port: number;
  mails: ReceivedMail[];
  close(): Promise<void>;
};

/**
 * A real mail server on the loopback interface that keeps what it is sent.
 *
 * @param account that a sender must sign in with
 * @param refusal answered to every mail
 */
export async function startInbox(
  options: { account?: { user: string; password: string }; refusal?: string } = {},
): Promise<Inbox> {
  const { account, refusal } = options;
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: account ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    authOptional: !account,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === account?.user && password === account?.password;
      callback(isRight ? null : new Error("Wrong user or password"), { user: username });
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      if (refusal) {
        callback(Object.assign(new Error(refusal), { responseCode: 451 }));
        return;
      }
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ ...mail, recipients, user: session.user });
      callback();
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
