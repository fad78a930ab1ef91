import { requestLink } from "@/lib/auth/request-link";
import { sendSignInLink } from "@/lib/auth/send-link";
import { prisma } from "@/lib/db/prisma";
import { createUser } from "@/lib/db/testing/fixtures";
import { startJobs, stopJobs, work } from "@/lib/jobs/queue";
import { type Fault, type Inbox, startInbox } from "@/lib/mail/testing/inbox";
import { until } from "@/lib/testing/until";

// The answer is timed, and a stall can exceed the shortened timeouts.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

/** Promise B8. */
const ANSWER_MS = 300;
/** Shortens the mail client's timeouts. */
const TIMEOUT_SCALE = 1 / 10;
const IDLE_TIMEOUT_SCALE = 1 / 40;

jest.mock("nodemailer", () => {
  const nodemailer = jest.requireActual<typeof import("nodemailer")>("nodemailer");
  type Options = Record<"connectionTimeout" | "greetingTimeout" | "socketTimeout", number>;
  const createTransport = (options: Options) =>
    nodemailer.createTransport({
      ...options,
      connectionTimeout: options.connectionTimeout * TIMEOUT_SCALE,
      greetingTimeout: options.greetingTimeout * TIMEOUT_SCALE,
      socketTimeout: options.socketTimeout * IDLE_TIMEOUT_SCALE,
    });
  return { ...nodemailer, createTransport };
});

let inbox: Inbox | undefined;
let requestReturned: Promise<unknown>;

beforeAll(async () => {
  await startJobs();
  await work("sign-in-link", async (data) => {
    await requestReturned;
    await sendSignInLink(data);
  });
  await prisma()
    .$executeRaw`UPDATE pgboss.queue SET retry_delay = 0, retry_backoff = false WHERE name = 'sign-in-link'`;
  // The first request of a process loads code and opens connections.
  await requestLink({ email: "nobody@example.com" }, null, () => undefined);
});

afterEach(async () => {
  await inbox?.close();
  await prisma().setting.deleteMany();
  await prisma().$executeRaw`DELETE FROM pgboss.job`;
});

afterAll(stopJobs);

test.each<[Fault, string]>([
  ["stall", "never responds"],
  ["stall-data", "never responds to DATA"],
  ["451", "responds 451"],
  ["drop", "drops the connection after DATA"],
])("the mail server fails once (%s: %s): the request returns at once and the mail is delivered", async (fault) => {
  inbox = await startInbox({ faultOf: (connection) => (connection === 1 ? fault : undefined) });
  const settings = { smtp_host: "127.0.0.1", smtp_port: String(inbox.port) };
  await prisma().setting.createMany({ data: Object.entries(settings).map(([key, value]) => ({ key, value })) });
  const { email } = await createUser();
  const start = performance.now();
  // A request that waited for its mail would never return.
  requestReturned = requestLink({ email }, null, () => undefined);
  await requestReturned;
  expect(performance.now() - start).toBeLessThan(ANSWER_MS);
  expect(inbox.connections()).toBe(0);
  // If the server accepted the email but did not confirm it, the retry may deliver it twice.
  const expected = fault === "drop" || fault === "stall-data" ? 2 : 1;
  const { mails } = inbox;
  await until(() => mails.length >= expected);
  expect(mails).toMatchObject(Array(expected).fill({ recipients: [email] }));
  expect(inbox.connections()).toBe(2);
});
