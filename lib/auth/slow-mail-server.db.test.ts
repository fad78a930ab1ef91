import { requestLink } from "@/lib/auth/request-link";
import { sendSignInLink } from "@/lib/auth/send-link";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";

/** Promise B8. */
const ANSWER_MS = 300;

let inbox: Inbox | undefined;

beforeAll(async () => {
  await startJobs();
  await work("sign-in-link", sendSignInLink);
});

afterEach(async () => {
  await inbox?.close();
  await prisma().setting.deleteMany();
});

afterAll(stopJobs);

test.each<[Fault, string]>([
  ["stall", "says nothing"],
  ["stall-data", "says nothing after DATA"],
  ["451", "says 451"],
  ["drop", "drops the connection after DATA"],
])(
  "a mail server that does this (%s) keeps no request waiting, and the mail comes: %s",
  async (fault) => {
    inbox = await startInbox({ faultOf: (connection) => (connection === 1 ? fault : undefined) });
    const settings = { smtp_host: "127.0.0.1", smtp_port: String(inbox.port) };
    await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
    const { email } = await createUser();
    const start = performance.now();
    await requestLink({ email }, null, () => undefined);
    expect(performance.now() - start).toBeLessThan(ANSWER_MS);
    // What the server has taken without a word may come twice, never not at all.
    const wanted = fault === "drop" || fault === "stall-data" ? 2 : 1;
    while (inbox.mails.length < wanted) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(inbox.mails).toMatchObject(Array(wanted).fill({ recipients: [email] }));
    expect(inbox.connections()).toBe(2);
  },
  90_000,
);
