import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build, stop } from "esbuild";
import { log } from "@/lib/log";
import { explainFailure } from "@/lib/mail/failure";
import { sendMail } from "@/lib/mail/send";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import type { MailServer } from "@/lib/settings/queries";
import { makeCertificate } from "@/lib/testing/certificate";

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
    isTlsOptional: false,
    ...server,
  };
  return { inbox, server: full };
}

/** What sending came to. */
async function outcome(server: MailServer, mail = MAIL): Promise<unknown> {
  return sendMail(server, mail, { silenceTimeoutMs: 1_000 }).then(() => "sent", explainFailure);
}

test("STARTTLS is used where it is offered, and the password goes after it", async () => {
  const { inbox, server } = await given({ account: ACCOUNT, certificate: makeCertificate() }, ACCOUNT);
  await sendMail(server, MAIL);
  expect(inbox.logins).toEqual([{ user: "hop", isSecure: true }]);
  expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop", recipients: ["ann@example.com"] }]);
});

test("to this machine a password goes without TLS too", async () => {
  const { inbox, server } = await given({ account: ACCOUNT }, { ...ACCOUNT, host: "localhost" });
  await sendMail(server, MAIL);
  expect(inbox.mails).toMatchObject([{ isSecure: false, user: "hop" }]);
});

test("every mail is copied to the Bcc address, except confidential ones", async () => {
  const { inbox, server } = await given({}, { bcc: "copy@hop.example" });
  await sendMail(server, MAIL);
  await sendMail(server, { ...MAIL, isConfidential: true });
  expect(inbox.mails.map(({ recipients }) => recipients)).toEqual([
    ["ann@example.com", "copy@hop.example"],
    ["ann@example.com"],
  ]);
});

test("a password with other letters than ASCII arrives", async () => {
  const account = { user: "hop@hop.example", password: "pässwörd ☃" };
  const { inbox, server } = await given({ account, certificate: makeCertificate() }, account);
  await sendMail(server, MAIL);
  expect(inbox.mails).toHaveLength(1);
});

// An address of this machine that is not the loopback's stands for another machine.
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === "IPv4")?.address;

(elsewhere ? describe : describe.skip)("to another machine", () => {
  const host = elsewhere ?? "";

  test("no password goes without TLS", async () => {
    const { inbox, server } = await given({ account: ACCOUNT, host }, ACCOUNT);
    expect(await outcome(server)).toEqual({ reason: "tls_missing", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });

  test("none goes to a server that nobody vouches for", async () => {
    const { inbox, server } = await given({ account: ACCOUNT, certificate: makeCertificate(), host }, ACCOUNT);
    expect(await outcome(server)).toEqual({ reason: "tls_failed", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });

  test("no mail goes without TLS, though it needs no password", async () => {
    const { inbox, server } = await given({ host });
    expect(await outcome(server)).toEqual({ reason: "tls_missing", answer: undefined });
    expect(inbox.mails).toEqual([]);
  });

  describe("that may lack TLS", () => {
    const warned = jest.spyOn(log, "warn").mockImplementation(() => undefined);
    beforeEach(() => warned.mockClear());

    test("a mail goes without where none is offered, and the log has a warning", async () => {
      const { inbox, server } = await given({ host }, { isTlsOptional: true });
      expect(await sendMail(server, MAIL)).toEqual({ isUnencrypted: true });
      expect(inbox.mails).toMatchObject([{ isSecure: false, recipients: ["ann@example.com"] }]);
      expect(warned).toHaveBeenCalledWith({ host }, expect.stringContaining("does not offer STARTTLS"));
    });

    test("a mail goes by STARTTLS where that is offered, and not to a server that nobody vouches for", async () => {
      const { inbox, server } = await given({ host, certificate: makeCertificate() }, { isTlsOptional: true });
      expect(await outcome(server)).toEqual({ reason: "tls_failed", answer: undefined });
      expect([inbox.mails, warned.mock.calls]).toEqual([[], []]);
    });
  });
});

describe("TLS from the start, as on port 465", () => {
  test("mail goes through, and the password inside of it", async () => {
    const options = { account: ACCOUNT, certificate: makeCertificate(), isImplicitTls: true };
    const { inbox, server } = await given(options, ACCOUNT);
    await sendMail(server, MAIL, { implicitTlsPort: inbox.port });
    expect(inbox.logins).toEqual([{ user: "hop", isSecure: true }]);
    expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop", recipients: ["ann@example.com"] }]);
  });

  test("no word goes to a server that speaks no TLS there", async () => {
    const { inbox, server } = await given({ account: ACCOUNT }, ACCOUNT);
    const outcome = sendMail(server, MAIL, { implicitTlsPort: inbox.port }).then(() => "sent", explainFailure);
    expect(await outcome).toEqual({ reason: "tls_failed", answer: undefined });
    expect([inbox.logins, inbox.mails]).toEqual([[], []]);
  });
});

(elsewhere ? describe : describe.skip)("the certificate of another machine", () => {
  const host = elsewhere ?? "";
  const fitting = makeCertificate({ names: [host] });
  let folder: string;

  beforeAll(async () => {
    // Within the repository, where the packages are found.
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

  /** Of a process that trusts a certificate beside the usual ones. */
  async function outcomeTrusting(trusted: string, ...input: Parameters<typeof sendMail>): Promise<unknown> {
    const file = path.join(folder, "trusted.pem");
    writeFileSync(file, trusted);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(folder, "sender.mjs"), JSON.stringify(input)],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: file } },
    );
    return JSON.parse(stdout);
  }

  describe.each([
    ["on port 465", true],
    ["after STARTTLS", false],
  ])("%s", (_name, isImplicitTls) => {
    const start = (certificate: ReturnType<typeof makeCertificate>) =>
      given({ account: ACCOUNT, certificate, isImplicitTls, host }, ACCOUNT);
    const optionsOf = ({ port }: Inbox) => (isImplicitTls ? { implicitTlsPort: port } : {});

    test("is trusted when NODE_EXTRA_CA_CERTS names it", async () => {
      const { inbox, server } = await start(fitting);
      expect(await outcomeTrusting(fitting.cert, server, MAIL, optionsOf(inbox))).toBe("sent");
      expect(inbox.mails).toMatchObject([{ isSecure: true, user: "hop" }]);
    });

    test.each([
      ["that nobody vouches for", fitting, makeCertificate({ names: [host] })],
      ["made out for another name", makeCertificate({ names: ["mail.example"] }), undefined],
      ["that has expired", makeCertificate({ names: [host], isExpired: true }), undefined],
    ])("is refused where it is one %s", async (_name, certificate, trusted = certificate) => {
      const { inbox, server } = await start(certificate);
      const outcome = await outcomeTrusting(trusted.cert, server, MAIL, optionsOf(inbox));
      expect(outcome).toEqual({ reason: "tls_failed" });
      expect([inbox.logins, inbox.mails]).toEqual([[], []]);
    });
  });
});

describe("what a failure means", () => {
  test.each<[Fault, unknown]>([
    ["stall-data", { reason: "timed_out", answer: undefined }],
    ["stall", { reason: "timed_out", answer: undefined }],
    ["sender", { reason: "sender_refused", answer: "553 Sender not allowed" }],
    ["recipient", { reason: "recipient_refused", answer: "550 No such mailbox" }],
    ["451", { reason: "refused", answer: "451 Try again later" }],
    ["drop", { reason: "cut", answer: undefined }],
  ])(
    "%s",
    async (fault, expected) => {
      const { server } = await given({ faultOf: () => fault });
      expect(await outcome(server)).toEqual(expected);
    },
    15_000,
  );

  test("a wrong password", async () => {
    const { server } = await given({ account: ACCOUNT }, { ...ACCOUNT, password: "wrong horse" });
    expect(await outcome(server)).toEqual({ reason: "login_refused", answer: undefined });
  });

  test("nobody there, and no such host", async () => {
    const { inbox, server } = await given({});
    await inbox.close();
    expect(await outcome(server)).toEqual({ reason: "unreachable", answer: undefined });
    expect(await outcome({ ...server, host: "mail.invalid" })).toEqual({ reason: "unreachable", answer: undefined });
  });
});

/** RFC 5321 would take several of them; a mail of ours has one recipient, whom everybody reads alike. */
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

describe("nothing reaches the wire", () => {
  test.each(ADDRESS_TRICKS)("with %j as recipient, sender or copy", async (address) => {
    const { inbox, server } = await given({});
    const message = "not one plain e-mail address";
    await expect(sendMail(server, { ...MAIL, to: address })).rejects.toThrow(message);
    await expect(sendMail({ ...server, from: address }, MAIL)).rejects.toThrow(message);
    await expect(sendMail({ ...server, bcc: address }, MAIL)).rejects.toThrow(message);
    expect([inbox.connections(), inbox.mails]).toEqual([0, []]);
  });
});

test("a subject is one line, in the direction in which it is read", async () => {
  const { inbox, server } = await given({});
  const subject = "Eve\r\nBcc: eve@evil.example\r\n\r\n<script>\u202egnp.exe\u2028 asks ☃";
  await sendMail(server, { ...MAIL, subject });
  expect(inbox.mails).toMatchObject([
    { subject: "Eve Bcc: eve@evil.example <script> gnp.exe asks ☃", recipients: ["ann@example.com"], text: "Text\n" },
  ]);
  expect(inbox.mails[0]?.bcc).toBeUndefined();
});

test.each(["Hop, Inc.", 'Hop "Links" <eve@evil.example>', "Hop\r\nBcc: eve@evil.example", "Höp ☃"])(
  "the brand %j is the sender's name, and nothing else",
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

test("a line that is a dot ends no mail", async () => {
  const { inbox, server } = await given({});
  await sendMail(server, { ...MAIL, text: "one\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n" });
  expect(inbox.mails).toHaveLength(1);
  expect(inbox.mails[0]?.text).toContain("MAIL FROM:<eve@evil.example>");
});
