import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = Email & {
  /** The addresses of the envelope, a blind copy's among them. */
  recipients: string[];
  /** Who signed in at the mail server. */
  user: string | undefined;
  /** Whether it came over TLS. */
  isSecure: boolean;
};

export type Inbox = {
  port: number;
  mails: ReceivedMail[];
  /** Who tried to sign in, and whether over TLS. */
  logins: { user: string | undefined; isSecure: boolean }[];
  /** Connections so far. */
  connections: () => number;
  close(): Promise<void>;
};

/** What goes wrong: no greeting, no word after the mail, a no to sender, recipient or mail, or a cut after the mail was taken. */
export type Fault = "stall" | "stall-data" | "sender" | "recipient" | "451" | "drop";

type InboxOptions = {
  account?: { user: string; password: string };
  /** Answered to every mail. */
  refusal?: string;
  /** Offers STARTTLS. */
  certificate?: { cert: string; key: string };
  /** Speaks TLS from the start, as on port 465, rather than after STARTTLS. */
  isImplicitTls?: boolean;
  /** What goes wrong in the n-th connection, from 1. */
  faultOf?: (connection: number) => Fault | undefined;
  /** Where it listens; the loopback interface unless said. */
  host?: string;
};

/** A real mail server that keeps what it is sent. */
export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const { account, refusal, certificate, isImplicitTls = false } = options;
  const { faultOf = () => undefined, host = "127.0.0.1" } = options;
  const mails: ReceivedMail[] = [];
  const logins: Inbox["logins"] = [];
  const faults = new Map<string, Fault | undefined>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    ...certificate,
    secure: isImplicitTls,
    disabledCommands: [...(certificate ? [] : ["STARTTLS"]), ...(account ? [] : ["AUTH"])],
    authOptional: !account,
    allowInsecureAuth: !certificate,
    closeTimeout: 100,
    onConnect(session, callback) {
      connections += 1;
      faults.set(session.id, faultOf(connections));
      if (faults.get(session.id) !== "stall") callback();
    },
    onAuth({ username, password }, session, callback) {
      logins.push({ user: username, isSecure: session.secure });
      const isRight = username === account?.user && password === account?.password;
      callback(isRight ? null : new Error("Wrong user or password"), { user: username });
    },
    onMailFrom(_address, session, callback) {
      callback(faults.get(session.id) === "sender" ? answer(553, "Sender not allowed") : null);
    },
    onRcptTo(_address, session, callback) {
      callback(faults.get(session.id) === "recipient" ? answer(550, "No such mailbox") : null);
    },
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const fault = faults.get(session.id);
      if (refusal ?? fault === "451") {
        callback(answer(451, refusal ?? "Try again later"));
        return;
      }
      const mail = await PostalMime.parse(Buffer.concat(chunks));
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ ...mail, recipients, user: session.user, isSecure: session.secure });
      if (fault === "stall-data") return;
      if (fault === "drop") for (const socket of sockets) socket.destroy();
      else callback();
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    logins,
    connections: () => connections,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

function answer(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
