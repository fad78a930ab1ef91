import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

type ReceivedMail = Email & {
  /** Envelope recipients, including Bcc. */
  recipients: string[];
  /** The name of the client in EHLO. */
  client: string;
  /** The authenticated SMTP user. */
  user: string | undefined;
  /** Whether it was received over TLS. */
  isSecure: boolean;
};

export type Inbox = {
  port: number;
  mails: ReceivedMail[];
  /** Login attempts. */
  logins: { user: string | undefined; isSecure: boolean }[];
  /** Number of connections so far. */
  connections: () => number;
  close(): Promise<void>;
};

/**
 * No greeting; no STARTTLS; no reply to DATA; sender, recipient or message rejected; connection dropped after DATA.
 */
export type Fault = "stall" | "no-tls" | "stall-data" | "sender" | "recipient" | "451" | "drop";

type InboxOptions = {
  account?: { user: string; password: string };
  /** Error reply to a wrong login. */
  wrongLogin?: string;
  /** Error reply to every message. */
  refusal?: string;
  /** Error replies to RCPT, such as "550 No such mailbox", by address. */
  refusedRecipients?: Record<string, string>;
  /** Enables STARTTLS. */
  certificate?: { cert: string; key: string };
  /** Implicit TLS, as on port 465, instead of STARTTLS. */
  isImplicitTls?: boolean;
  /** The fault of the n-th connection, counted from 1. */
  faultOf?: (connection: number) => Fault | undefined;
  /** Address to listen on; default 127.0.0.1. */
  host?: string;
};

/** Starts a real SMTP server that records the emails it receives. */
export async function startInbox(options: InboxOptions = {}): Promise<Inbox> {
  const { account, refusal, refusedRecipients = {}, certificate, isImplicitTls = false } = options;
  const { faultOf = () => undefined, host = "127.0.0.1" } = options;
  const mails: ReceivedMail[] = [];
  const logins: Inbox["logins"] = [];
  const faults = new Map<string, Fault | undefined>();
  const sockets = new Set<Socket>();
  const disabledCommands = [...(certificate ? [] : ["STARTTLS"]), ...(account ? [] : ["AUTH"])];
  let connections = 0;
  const server = new SMTPServer({
    ...certificate,
    secure: isImplicitTls,
    disabledCommands,
    authOptional: !account,
    allowInsecureAuth: !certificate,
    closeTimeout: 100,
    onConnect(session, callback) {
      connections += 1;
      faults.set(session.id, faultOf(connections));
      if (faults.get(session.id) === "no-tls") session.disabledCommands = [...disabledCommands, "STARTTLS"];
      if (faults.get(session.id) !== "stall") callback();
    },
    onAuth({ username, password }, session, callback) {
      logins.push({ user: username, isSecure: session.secure });
      const isValid = username === account?.user && password === account?.password;
      callback(isValid ? null : new Error(options.wrongLogin ?? "Wrong user or password"), { user: username });
    },
    onMailFrom(_address, session, callback) {
      callback(faults.get(session.id) === "sender" ? answer(553, "Sender not allowed") : null);
    },
    onRcptTo({ address }, session, callback) {
      const reply = faults.get(session.id) === "recipient" ? "550 No such mailbox" : refusedRecipients[address];
      callback(reply === undefined ? null : answer(Number(reply.slice(0, 3)), reply.slice(4)));
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
      mails.push({
        ...mail,
        recipients,
        client: session.hostNameAppearsAs || "",
        user: session.user,
        isSecure: session.secure,
      });
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
