import { networkInterfaces } from "node:os";
import { explainFailure } from "@/lib/mail/failure";
import { sendMail } from "@/lib/mail/send";
import { makeCertificate } from "@/lib/mail/testing/certificate";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import type { MailServer } from "@/lib/settings/queries";

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
    ...server,
  };
  return { inbox, server: full };
}

/** What sending came to. */
async function outcome(server: MailServer, mail = MAIL): Promise<unknown> {
  return sendMail(server, mail, 1_000).then(() => "sent", explainFailure);
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

  test("a mail without a password goes as the server takes it", async () => {
    const { inbox, server } = await given({ host });
    expect(await outcome(server)).toBe("sent");
    expect(inbox.mails).toMatchObject([{ isSecure: false }]);
  });
});

describe("what a failure means", () => {
  test.each<[Fault, unknown]>([
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
