import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { inspect, promisify } from "node:util";
import { build, stop } from "esbuild";
import pino from "pino";
import { QUEUES } from "@/lib/jobs/queues";
import { errorWithoutSecrets } from "@/lib/jobs/without-secrets";
import { log } from "@/lib/log";
import { explainFailure, isRefusedPermanently } from "@/lib/mail/failure";
import { IDLE_TIMEOUT_MS, type MailServer, SEND_TIMEOUT_MS, sendMail, verifyMailServer } from "@/lib/mail/send";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { makeCertificate } from "@/lib/testing/certificate";
import { until } from "@/lib/testing/until";

const ACCOUNT = { user: "hop", password: "correct horse" };
const MAIL = { to: "ann@example.com", subject: "Hello", text: "Text", html: "<p>HTML</p>" };

let inbox: Inbox | undefined;

afterEach(async () => {
  await inbox?.close();
  inbox = undefined;
});

async function given(options: Parameters<typeof startInbox>[0], server: Partial<MailServer> = {}) {
  inbox = await startInbox(options);
  const full: MailServer = {
    host: options?.host ?? "127.0.0.1",
    port: inbox.port,
    user: undefined,
    password: undefined,
    from: "hop@hop.example",
    bcc: undefined,
    clientName: "hop.example",
    isTlsOptional: false,
    ...server,
  };
  return { inbox, server: full };
}

/** A mail server that says the first line when a client connects, then one in reply to each of its lines. */
async function startScripted(replies: readonly string[], host = "127.0.0.1", delayMs = 0) {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    const [...left] = replies;
    const say = () => socket.write(`${left.shift() ?? "250 ok"}\r\n`);
    const reply = () => (delayMs > 0 ? setTimeout(say, delayMs) : say());
    reply();
    socket.on("data", reply).on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => listener.listen(0, host, resolve));
  const { port } = listener.address() as AddressInfo;
  const { server } = await given({ host }, { host, port });
  const close = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return { server, close, connections: () => sockets.size };
}

async function outcome(server: MailServer, options: Parameters<typeof sendMail>[2] = {}): Promise<unknown> {
  return sendMail(server, MAIL, options).then(() => "sent", explainFailure);
}

test("STARTTLS is used if offered, before the password is sent", async () => {
  const { inbox, server } = await given({ account: ACCOUNT, certificate: makeCertificate() }, ACCOUNT);
  await sendMail(server, MAIL);
  expect(inbox.logins).toEqual([{ user: "hop", isSecure: true }]);
  expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop", recipients: ["ann@example.com"] }]);
});

test("a server on localhost gets the password without TLS", async () => {
  const { inbox, server } = await given({ account: ACCOUNT }, { ...ACCOUNT, host: "localhost" });
  await sendMail(server, MAIL);
  expect(inbox.mails).toMatchObject([{ isSecure: false, user: "hop", client: "hop.example" }]);
});

const headersOf = (inbox: Inbox) =>
  inbox.mails.map(({ headers }) => Object.fromEntries(headers.map(({ key, value }) => [key, value])));

test("every email is marked as automatic, so that vacation responders don't reply", async () => {
  const { inbox, server } = await given({}, { bcc: "copy@hop.example" });
  await (await sendMail(server, MAIL)).copied;
  const automatic = { "auto-submitted": "auto-generated", "x-auto-response-suppress": "OOF, AutoReply" };
  expect(headersOf(inbox)).toMatchObject([automatic, automatic]);
});

test("one-click unsubscription is only offered over https", async () => {
  const { inbox, server } = await given({});
  await sendMail(server, { ...MAIL, unsubscribeUrl: "https://hop.example/u" });
  await sendMail(server, { ...MAIL, unsubscribeUrl: "http://hop.example/u" });
  expect(headersOf(inbox)).toEqual([
    expect.objectContaining({
      "list-unsubscribe": "<https://hop.example/u>",
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    }),
    expect.not.objectContaining({ "list-unsubscribe-post": expect.anything() }),
  ]);
  expect(headersOf(inbox)[1]).toMatchObject({ "list-unsubscribe": "<http://hop.example/u>" });
});

describe("what is logged of an error", () => {
  /** As the log prints it. */
  const logged = async (server: MailServer) =>
    JSON.stringify(
      await sendMail(server, MAIL).then(
        () => "sent",
        (error: unknown) => pino.stdSerializers.err(errorWithoutSecrets(error)),
      ),
    );

  test("a refused recipient: the step and the reply, without addresses", async () => {
    const { server } = await given({
      refusedRecipients: { "ann@example.com": "550 5.1.1 <ann@example.com>: unknown" },
    });
    const line = await logged(server);
    expect(line).toContain('"code":"EENVELOPE","command":"RCPT TO","responseCode":550');
    expect(line).toContain("550 5.1.1 [address] unknown");
    expect(line).toMatch(/ {4}at .*smtp-connection/);
    expect(line).not.toContain("@example.com");
  });

  test("a refused login: the step, without the reply", async () => {
    const { server } = await given(
      { account: ACCOUNT, wrongLogin: "No hop with correct pony" },
      { ...ACCOUNT, password: "correct pony" },
    );
    const line = await logged(server);
    expect(line).toContain('"code":"EAUTH","command":"AUTH PLAIN","responseCode":535');
    expect(line).not.toContain("pony");
  });
});

describe("the Bcc address", () => {
  const BCC = "copy@hop.example";
  const recipientsOf = (inbox: Inbox) => inbox.mails.map(({ recipients }) => recipients);
  const warned = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  beforeEach(() => warned.mockClear());

  test("gets a copy of every email, except confidential ones and its own", async () => {
    const { inbox, server } = await given({}, { bcc: BCC });
    await (await sendMail(server, MAIL)).copied;
    await (await sendMail(server, { ...MAIL, isConfidential: true })).copied;
    await (await sendMail(server, { ...MAIL, to: BCC })).copied;
    expect(recipientsOf(inbox)).toEqual([["ann@example.com"], [BCC], ["ann@example.com"], [BCC]]);
    const [mail, copy] = inbox.mails;
    expect(copy).toMatchObject({ to: [{ address: "ann@example.com" }], messageId: mail?.messageId, text: "Text\n" });
    expect(copy?.bcc).toBeUndefined();
  });

  test.each(["550 5.1.1 No such mailbox", "450 4.2.0 Greylisted"])(
    "gets nothing if the recipient is refused: %s",
    async (reply) => {
      const { inbox, server } = await given({ refusedRecipients: { "ann@example.com": reply } }, { bcc: BCC });
      expect(await outcome(server)).toEqual({ reason: "recipient_refused", answer: reply });
      expect(inbox.mails).toEqual([]);
    },
  );

  test("does not stop the email if it is refused, which is logged without the address", async () => {
    const { inbox, server } = await given({ refusedRecipients: { [BCC]: `550 No <${BCC}> here` } }, { bcc: BCC });
    await (await sendMail(server, MAIL)).copied;
    expect(recipientsOf(inbox)).toEqual([["ann@example.com"]]);
    expect(warned.mock.calls).toEqual([
      [
        { err: expect.objectContaining({ command: "RCPT TO", responseCode: 550 }) },
        "the mail server did not accept the Bcc copy of an email",
      ],
    ]);
    expect(inspect(warned.mock.calls, { depth: 9 })).not.toContain("@hop.example");
  });
});

test("a non-ASCII password is sent correctly", async () => {
  const account = { user: "hop@hop.example", password: "pässwörd ☃" };
  const { inbox, server } = await given({ account, certificate: makeCertificate() }, account);
  await sendMail(server, MAIL);
  expect(inbox.mails).toHaveLength(1);
});

// A non-loopback address of this machine stands in for another machine.
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === "IPv4")?.address;

(elsewhere ? describe : describe.skip)("on another machine", () => {
  const host = elsewhere ?? "";

  test("a server without TLS gets no password", async () => {
    const { inbox, server } = await given({ account: ACCOUNT, host }, ACCOUNT);
    expect(await outcome(server)).toEqual({ reason: "tls_missing", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });

  test("a server with an untrusted certificate gets no password", async () => {
    const { inbox, server } = await given({ account: ACCOUNT, certificate: makeCertificate(), host }, ACCOUNT);
    expect(await outcome(server)).toEqual({ reason: "tls_failed", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });

  test("a server without TLS gets no mail, even without a login", async () => {
    const { inbox, server } = await given({ host });
    expect(await outcome(server)).toEqual({ reason: "tls_missing", answer: undefined });
    expect(inbox.mails).toEqual([]);
  });

  test("a server that does not know EHLO gets no mail", async () => {
    const { server, close } = await startScripted(["220 hi", "502 What?"], host);
    expect(await outcome(server)).toEqual({ reason: "tls_missing", answer: undefined });
    close();
  });

  describe("with optional TLS", () => {
    const warned = jest.spyOn(log, "warn").mockImplementation(() => undefined);
    beforeEach(() => warned.mockClear());

    test("mail is sent unencrypted to a server without STARTTLS, with a warning in the log", async () => {
      const { inbox, server } = await given({ host }, { isTlsOptional: true });
      expect(await sendMail(server, MAIL)).toMatchObject({ isUnencrypted: true });
      expect(inbox.mails).toMatchObject([{ isSecure: false, recipients: ["ann@example.com"] }]);
      expect(warned).toHaveBeenCalledWith({ host }, expect.stringContaining("does not offer STARTTLS"));
    });

    test("STARTTLS is still used if offered, and an untrusted certificate rejected", async () => {
      const { inbox, server } = await given({ host, certificate: makeCertificate() }, { isTlsOptional: true });
      expect(await outcome(server)).toEqual({ reason: "tls_failed", answer: undefined });
      expect([inbox.mails, warned.mock.calls]).toEqual([[], []]);
    });
  });

  test.each([true, false])("a server without TLS is found usable if TLS is optional: %s", async (isTlsOptional) => {
    const { inbox, server } = await given({ host }, { isTlsOptional });
    const found = await verifyMailServer(server).then(() => "usable", explainFailure);
    expect(found).toEqual(isTlsOptional ? "usable" : { reason: "tls_missing", answer: undefined });
    expect(inbox.mails).toEqual([]);
  });
});

describe("implicit TLS, as on port 465", () => {
  test("the password and the mail are sent encrypted", async () => {
    const options = { account: ACCOUNT, certificate: makeCertificate(), isImplicitTls: true };
    const { inbox, server } = await given(options, ACCOUNT);
    await sendMail(server, MAIL, { implicitTlsPort: inbox.port });
    expect(inbox.logins).toEqual([{ user: "hop", isSecure: true }]);
    expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop", recipients: ["ann@example.com"] }]);
  });

  test("a server that does not speak TLS on that port gets nothing", async () => {
    const { inbox, server } = await given({ account: ACCOUNT }, ACCOUNT);
    expect(await outcome(server, { implicitTlsPort: inbox.port })).toEqual({ reason: "tls_failed", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });
});

(elsewhere ? describe : describe.skip)("a remote server's certificate", () => {
  const host = elsewhere ?? "";
  const valid = makeCertificate({ names: [host] });
  let folder: string;

  beforeAll(async () => {
    // Inside the repository, so that packages resolve.
    mkdirSync("dist", { recursive: true });
    folder = mkdtempSync(path.resolve("dist/test-mail-"));
    await build({
      entryPoints: ["lib/mail/testing/sender.ts"],
      outfile: path.join(folder, "sender.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
    });
    await stop();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Sends mail from a process that also trusts the given certificate. */
  async function outcomeTrusting(trusted: string, ...input: Parameters<typeof sendMail>): Promise<unknown> {
    const file = path.join(folder, "trusted.pem");
    writeFileSync(file, trusted);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(folder, "sender.mjs"), JSON.stringify(input)],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: file, LOG_LEVEL: "fatal" } },
    );
    return JSON.parse(stdout);
  }

  test("the Bcc address gets no unencrypted copy", async () => {
    const faultOf = (connection: number) => (connection === 2 ? "no-tls" : undefined);
    const { inbox, server } = await given({ certificate: valid, host, faultOf }, { bcc: "copy@hop.example" });
    expect(await outcomeTrusting(valid.cert, server, MAIL)).toBe("sent");
    expect(inbox.connections()).toBe(2);
    expect(inbox.mails).toMatchObject([{ isSecure: true, recipients: ["ann@example.com"] }]);
  });

  describe.each([
    ["on port 465", true],
    ["after STARTTLS", false],
  ])("%s", (_name, isImplicitTls) => {
    const start = (certificate: ReturnType<typeof makeCertificate>) =>
      given({ account: ACCOUNT, certificate, isImplicitTls, host }, ACCOUNT);
    const optionsOf = ({ port }: Inbox) => (isImplicitTls ? { implicitTlsPort: port } : {});

    test("is trusted if listed in NODE_EXTRA_CA_CERTS", async () => {
      const { inbox, server } = await start(valid);
      expect(await outcomeTrusting(valid.cert, server, MAIL, optionsOf(inbox))).toBe("sent");
      expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop" }]);
    });

    test.each([
      ["untrusted", valid, makeCertificate({ names: [host] })],
      ["for another name", makeCertificate({ names: ["mail.example"] }), undefined],
      ["expired", makeCertificate({ names: [host], isExpired: true }), undefined],
    ])("is rejected if %s", async (_name, certificate, trusted = certificate) => {
      const { inbox, server } = await start(certificate);
      const outcome = await outcomeTrusting(trusted.cert, server, MAIL, optionsOf(inbox));
      expect(outcome).toEqual({ reason: "tls_failed" });
      expect([inbox.logins, inbox.mails]).toEqual([[], []]);
    });
  });
});

describe("failures are classified", () => {
  test.each<[Fault, unknown]>([
    ["stall-data", { reason: "timed_out", answer: undefined }],
    ["stall", { reason: "timed_out", answer: undefined }],
    ["sender", { reason: "sender_refused", answer: "553 Sender not allowed" }],
    ["recipient", { reason: "recipient_refused", answer: "550 No such mailbox" }],
    ["451", { reason: "refused", answer: "451 Try again later" }],
    ["drop", { reason: "cut", answer: undefined }],
  ])("%s", async (fault, expected) => {
    const { server } = await given({ faultOf: () => fault });
    expect(await outcome(server, fault.startsWith("stall") ? { idleTimeoutMs: 200 } : {})).toEqual(expected);
  });

  /** What the server says at first, and to EHLO. */
  test.each([
    [["554 5.7.1 Go away"], { reason: "refused", answer: "554 5.7.1 Go away" }],
    [["220 hi", "421 4.7.0 Try again later"], { reason: "refused", answer: "421 4.7.0 Try again later" }],
    [["220 hi", "502 EHLO?", "250 hi", "421 Bye"], { reason: "sender_refused", answer: "421 Bye" }],
    [["220 hi", "250-hi\r\n250 STARTTLS", "421 Bye"], { reason: "refused", answer: "421 Bye" }],
    [["220 hi", "250-hi\r\n250 STARTTLS", "454 No TLS now"], { reason: "tls_missing", answer: undefined }],
  ])("a server that replies %j", async (replies, expected) => {
    const { server, close } = await startScripted(replies);
    expect(await outcome(server)).toEqual(expected);
    close();
  });

  test.each([
    ["550 5.1.1 No such mailbox", true],
    ["553 5.1.3 Bad address syntax", true],
    ["556 5.1.10 The domain accepts no mail", true],
    ["450 4.1.1 Not yet known", false],
    ["550 5.7.1 Blocked", false],
    ["550 5.1.8 The sender's domain does not exist", false],
    ["550 No such mailbox", false],
  ])("%s: refused permanently: %s", async (reply, isPermanent) => {
    const { server } = await given({ refusedRecipients: { "ann@example.com": reply } });
    expect(await sendMail(server, MAIL).catch(isRefusedPermanently)).toBe(isPermanent);
  });

  test("wrong password", async () => {
    const { server } = await given({ account: ACCOUNT }, { ...ACCOUNT, password: "wrong horse" });
    expect(await outcome(server)).toEqual({ reason: "login_refused", answer: undefined });
  });

  test("closed port and unknown host", async () => {
    const { inbox, server } = await given({});
    await inbox.close();
    expect(await outcome(server)).toEqual({ reason: "unreachable", answer: undefined });
    expect(await outcome({ ...server, host: "mail.invalid" })).toEqual({ reason: "unreachable", answer: undefined });
  });
});

/** RFC 5321 allows some of these, but Hop sends to one address that every parser reads the same way. */
const ADDRESS_TRICKS = [
  "",
  "ann",
  "ann@example.com,eve@evil.example",
  "ann@example.com eve@evil.example",
  "ann@example.com;eve@evil.example",
  "ann@example.com\r\nRCPT TO:<eve@evil.example>",
  "ann@example.com\nBcc: eve@evil.example",
  "ann@example.com>\r\nRCPT TO:<eve@evil.example",
  "<ann@example.com>",
  "Ann <ann@example.com>",
  '"ann,eve"@evil.example',
  "ann@example.com\u0000",
  "ann@example.com\u202e",
  "ann＠example.com",
  "аnn@example.com",
  "ann@example.com@evil.example",
];

describe("nothing is sent", () => {
  test.each(ADDRESS_TRICKS)("with %j as recipient, sender or Bcc", async (address) => {
    const { inbox, server } = await given({});
    const message = "expected a single plain email address";
    await expect(sendMail(server, { ...MAIL, to: address })).rejects.toThrow(message);
    await expect(sendMail({ ...server, from: address }, MAIL)).rejects.toThrow(message);
    await expect(sendMail({ ...server, bcc: address }, MAIL)).rejects.toThrow(message);
    expect([inbox.connections(), inbox.mails]).toEqual([0, []]);
  });
});

test("a subject is a single line without bidi control characters", async () => {
  const { inbox, server } = await given({});
  const subject = "Eve\r\nBcc: eve@evil.example\r\n\r\n<script>\u202egnp.exe\u2028 asks ☃";
  await sendMail(server, { ...MAIL, subject });
  expect(inbox.mails).toMatchObject([
    { subject: "Eve Bcc: eve@evil.example <script> gnp.exe asks ☃", recipients: ["ann@example.com"], text: "Text\n" },
  ]);
  expect(inbox.mails[0]?.bcc).toBeUndefined();
});

test.each(["Hop, Inc.", 'Hop "Links" <eve@evil.example>', "Hop\r\nBcc: eve@evil.example", "Höp ☃"])(
  "the brand %j only sets the sender's name",
  async (brand) => {
    process.env.BRAND_NAME = brand;
    jest.resetModules();
    const { sendMail } = await import("@/lib/mail/send");
    const { inbox, server } = await given({});
    await sendMail(server, MAIL).finally(() => delete process.env.BRAND_NAME);
    expect(inbox.mails).toMatchObject([
      { from: { name: brand.replace("\r\n", " "), address: "hop@hop.example" }, recipients: ["ann@example.com"] },
    ]);
    expect(inbox.mails[0]?.bcc).toBeUndefined();
  },
);

test("a server may be silent for almost as long as a job may run, and no longer", () => {
  const expiries = Object.values(QUEUES).map(({ expireInSeconds = 0 }) => expireInSeconds * 1_000);
  expect(IDLE_TIMEOUT_MS).toBeGreaterThan(60_000);
  expect(IDLE_TIMEOUT_MS).toBeLessThan(SEND_TIMEOUT_MS);
  expect(SEND_TIMEOUT_MS).toBeLessThan(Math.min(...expiries));
});

test("an attempt ends in time, with its connection, even if each reply arrives before the server counts as silent", async () => {
  const { server, close, connections } = await startScripted(["220 hi"], "127.0.0.1", 100);
  expect(await outcome(server, { timeoutMs: 250 })).toEqual({ reason: "timed_out", answer: undefined });
  await until(() => connections() === 0);
  close();
});

test("the copy shares the time of its email", async () => {
  const stalled = jest.spyOn(log, "warn").mockImplementation(() => undefined);
  const faultOf = (connection: number) => (connection === 2 ? "stall-data" : undefined);
  const { server } = await given({ faultOf }, { bcc: "copy@hop.example" });
  await (await sendMail(server, MAIL, { timeoutMs: 1_000 })).copied;
  expect(stalled.mock.calls).toMatchObject([[{ err: { code: "EABORT" } }, expect.stringContaining("Bcc copy")]]);
});

test("a line with only a dot does not end the message", async () => {
  const { inbox, server } = await given({});
  await sendMail(server, { ...MAIL, text: "one\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n" });
  expect(inbox.mails).toHaveLength(1);
  expect(inbox.mails[0]?.text).toContain("MAIL FROM:<eve@evil.example>");
});
