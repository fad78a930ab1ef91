import { type AddressInfo, createServer } from "node:net";
import { env } from "@/lib/env";
import { startInbox } from "@/lib/mail/testing/inbox";
import { checkMail } from "@/server/doctor/network";

const set = (changes: Partial<ReturnType<typeof env>>) => Object.assign(env(), changes);

test("sender at a host without mail", async () => {
  const inbox = await startInbox();
  set({ SMTP_HOST: "127.0.0.1", SMTP_PORT: inbox.port });
  const check = (smtp_from_email: string) => checkMail({ smtp_from_email });
  for (const host of ["localhost", "192.0.2.7", "[::1]", "hop_web.example"]) {
    expect(await check(`no-reply@${host}`)).toMatchObject({
      status: "warning",
      message: expect.stringContaining(`, but the sender is no-reply@${host}`),
      remedy: expect.stringContaining("SMTP_FROM_EMAIL"),
    });
  }
  expect(await check("hop@hop.example")).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/; the sender is hop@hop\.example$/),
  });
  await inbox.close();
});

test("mail server that turns the connection away", async () => {
  const server = createServer((socket) => socket.end("554 5.7.1 Not from there\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  set({ SMTP_HOST: "127.0.0.1", SMTP_PORT: (server.address() as AddressInfo).port });
  expect(await checkMail({})).toMatchObject({
    status: "problem",
    message: expect.stringContaining(": refused: 554 5.7.1 Not from there"),
  });
  server.close();
});
