import { networkInterfaces } from "node:os";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { PASSWORD_UNREADABLE } from "@/lib/settings/queries";
import { seal } from "@/lib/settings/secret-box";
import { MAX_TEST_MAILS, NO_MAIL_SERVER, sendTestMail, TOO_MANY_TEST_MAILS } from "@/lib/settings/send-test-mail";
import { TLS_OPTIONAL_HOST } from "@/lib/settings/tls-optional";
import type { SettingKey } from "@/lib/settings/types";
import { makeCertificate } from "@/lib/testing/certificate";
import { until } from "@/lib/testing/until";

const PASSWORD = "correct horse battery";

let inbox: Inbox | undefined;

afterEach(async () => {
  await inbox?.close();
  inbox = undefined;
  await prisma().setting.deleteMany();
});

/** Starts a mail server and stores settings for it. */
async function given(
  options: Parameters<typeof startInbox>[0] = {},
  settings: Partial<Record<SettingKey, string>> = {},
): Promise<Inbox> {
  inbox = await startInbox(options);
  const all = {
    base_url: "https://hop.example",
    smtp_host: "127.0.0.1",
    smtp_port: String(inbox.port),
    smtp_from_email: "hop@hop.example",
    ...settings,
  };
  await prisma().setting.createMany({ data: Object.entries(all).map(([key, value]) => ({ key, value })) });
  return inbox;
}

const admin = () => createUser({ role: "overall_admin" });

test("a test email is sent to the actor with the stored settings", async () => {
  const account = { user: "hop", password: PASSWORD };
  const inbox = await given(
    { account, certificate: makeCertificate() },
    { smtp_user: "hop", smtp_password: seal(PASSWORD), smtp_bcc_email: "copy@hop.example" },
  );
  const actor = await admin();
  expect(await sendTestMail(actor)).toEqual({
    outcome: "sent",
    message: `127.0.0.1 accepted a test email to ${actor.email}. Check that mailbox.`,
  });
  await until(() => inbox.mails.length >= 2);
  const mail = {
    subject: "Test email from Hop",
    from: { name: "Hop", address: "hop@hop.example" },
    to: [{ address: actor.email }],
    text: expect.stringContaining("https://hop.example"),
    isSecure: true,
  };
  expect(inbox.mails).toMatchObject([
    { ...mail, recipients: [actor.email] },
    { ...mail, recipients: ["copy@hop.example"] },
  ]);
});

test("a test email that its recipient does not get is not reported as sent, although the Bcc address accepts mail", async () => {
  const actor = await admin();
  const inbox = await given(
    { refusedRecipients: { [actor.email]: "450 Try again later" } },
    { smtp_bcc_email: "copy@hop.example" },
  );
  expect(await sendTestMail(actor)).toEqual({
    outcome: "recipient_refused",
    message: expect.stringContaining("Its reply: 450 Try again later"),
  });
  expect(inbox.mails).toEqual([]);
});

test("a test email whose copy the Bcc address does not get is sent, and the result says why it has no copy", async () => {
  const actor = await admin();
  const refusedRecipients = { "copy@hop.example": "550 5.1.1 No such mailbox" };
  const inbox = await given({ refusedRecipients }, { smtp_bcc_email: "copy@hop.example" });
  expect(await sendTestMail(actor)).toEqual({
    outcome: "sent",
    message: `127.0.0.1 accepted a test email to ${actor.email}. Check that mailbox. The copy to copy@hop.example failed: 127.0.0.1:${inbox.port} rejected the recipient copy@hop.example. Its reply: 550 5.1.1 No such mailbox`,
  });
  expect(inbox.mails).toMatchObject([{ recipients: [actor.email] }]);
});

test("a changed server is used for the next email", async () => {
  const before = await given();
  const actor = await admin();
  expect(await sendTestMail(actor)).toMatchObject({ outcome: "sent" });
  await before.close();
  await prisma().setting.deleteMany();
  const after = await given();
  expect(await sendTestMail(actor)).toMatchObject({ outcome: "sent" });
  expect([before.mails.length, after.mails.length]).toEqual([1, 1]);
});

test("the result says that no mail server is configured", async () => {
  expect(await sendTestMail(await admin())).toEqual({ outcome: "no_server", message: NO_MAIL_SERVER });
});

test("nothing is sent if the password cannot be decrypted", async () => {
  const inbox = await given({}, { smtp_user: "hop", smtp_password: "v1.AAAA" });
  expect(await sendTestMail(await admin())).toEqual({ outcome: "unreadable_password", message: PASSWORD_UNREADABLE });
  expect(inbox.connections()).toBe(0);
});

test.each([
  ["sender", "sender_refused", "rejected the sender hop@hop.example. Its reply: 553 Sender not allowed"],
  ["recipient", "recipient_refused", "Its reply: 550 No such mailbox"],
  ["451", "refused", "rejected the email. Its reply: 451 Try again later"],
  ["drop", "cut", "closed the connection before accepting the email."],
] as const)("the result explains a failure: %s", async (fault, outcome, message) => {
  await given({ faultOf: () => fault });
  const result = await sendTestMail(await admin());
  expect(result).toEqual({ outcome, message: expect.stringContaining(message) });
});

test("a default sender that is no valid address is reported as such", async () => {
  const inbox = await given();
  await prisma().setting.delete({ where: { key: "smtp_from_email" } });
  await prisma().setting.update({ where: { key: "base_url" }, data: { value: "http://hop_web:3000" } });
  expect(await sendTestMail(await admin())).toEqual({
    outcome: "sender_invalid",
    message: "Mail can't be sent from no-reply@hop_web, which is not a valid email address. Enter a sender address.",
  });
  expect(inbox.connections()).toBe(0);
});

test("a wrong password is reported without revealing it", async () => {
  const account = { user: "somebody", password: "other" };
  await given({ account }, { smtp_user: "hop", smtp_password: seal(PASSWORD) });
  const result = await sendTestMail(await admin());
  expect(result).toEqual({
    outcome: "login_refused",
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ rejected the user name or password\.$/),
  });
});

// A non-loopback address of this machine stands in for another machine.
const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === "IPv4")?.address;

(elsewhere ? describe : describe.skip)("a remote server without STARTTLS", () => {
  const host = elsewhere ?? "";

  test("gets no email, and the result says what to do", async () => {
    const inbox = await given({ host }, { smtp_host: host });
    expect(await sendTestMail(await admin())).toEqual({
      outcome: "tls_missing",
      message: `${host}:${inbox.port} does not offer STARTTLS, and mail is only sent over TLS. Enable TLS on the mail server.`,
    });
    expect(inbox.mails).toEqual([]);
  });

  test("gets it unencrypted if it was configured before TLS was required, and the result says so", async () => {
    const inbox = await given({ host }, { smtp_host: host });
    await prisma().setting.create({ data: { key: TLS_OPTIONAL_HOST, value: host } });
    const actor = await admin();
    expect(await sendTestMail(actor)).toEqual({
      outcome: "sent",
      message: `${host} accepted a test email to ${actor.email}, but unencrypted: it does not offer STARTTLS. Check that mailbox.`,
    });
    expect(inbox.mails).toMatchObject([{ isSecure: false }]);
  });
});

test("an unreachable server is reported", async () => {
  const inbox = await given();
  await inbox.close();
  expect(await sendTestMail(await admin())).toEqual({
    outcome: "unreachable",
    message: `Could not connect to 127.0.0.1:${inbox.port}.`,
  });
});

test("a silent server times out", async () => {
  await given({ faultOf: () => "stall" });
  expect(await sendTestMail(await admin(), {}, 200)).toEqual({
    outcome: "timed_out",
    message: expect.stringMatching(/did not respond within 10 seconds\.$/),
  });
});

test("only an overall_admin may send test emails, at a limited rate", async () => {
  const inbox = await given();
  for (const role of ["shortcode_admin", "group_admin"] as const) {
    await expect(sendTestMail(await createUser({ role }))).rejects.toMatchObject({ code: "forbidden" });
  }
  expect(inbox.connections()).toBe(0);
  const actor = await admin();
  for (let i = 0; i < MAX_TEST_MAILS; i++) expect(await sendTestMail(actor)).toMatchObject({ outcome: "sent" });
  await expect(sendTestMail(actor)).rejects.toMatchObject({
    code: "rate_limited",
    message: TOO_MANY_TEST_MAILS,
    retryAfterSeconds: expect.any(Number),
  });
  expect(inbox.mails).toHaveLength(MAX_TEST_MAILS);
  expect(await sendTestMail(await admin())).toMatchObject({ outcome: "sent" });
});
