import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from "@playwright/test";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { TOAST_DURATION_MS } from "@/components/ui/toast/toast-store";
import type { Role } from "@/lib/actor";
import type { UserStatus } from "@/lib/users/types";

export { expect };

export type TestUser = { id: string; email: string; sessionToken: string };

export type UserOptions = {
  role?: Role;
  status?: UserStatus;
  urlLimit?: number;
  firstName?: string;
  lastName?: string;
};

type Fixtures = {
  mailFolder: string;
  /** Inserts a user with a session. */
  createUser: (options?: UserOptions) => Promise<TestUser>;
  /** Inserts a group with its members and returns its id. */
  createGroup: (...members: TestUser[]) => Promise<string>;
  /** Gives the browser that user's session. */
  signInAs: (user: TestUser) => Promise<void>;
};

type Options = {
  /** Set for tests of failures, which React also logs to the console. */
  allowsComplaints: boolean;
  /** Whether toasts outlast a stall of the machine. */
  keepsToasts: boolean;
};

type WorkerFixtures = { database: pg.Pool };

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  allowsComplaints: [false, { option: true }],
  keepsToasts: [true, { option: true }],
  baseURL: ({}, use) => use(required("E2E_URL")),
  mailFolder: ({}, use) => use(required("E2E_MAIL_FOLDER")),

  database: [
    async ({}, use) => {
      const pool = new pg.Pool({ connectionString: required("E2E_DATABASE_URL"), max: 3 });
      await use(pool);
      await pool.end();
    },
    { scope: "worker" },
  ],

  createUser: ({ database }, use) => use((options) => insertUser(database, options)),

  createGroup: ({ database }, use) => use((...members) => insertGroup(database, members)),

  signInAs: ({ context, baseURL }, use) => use((user) => addSessionCookie(context, baseURL ?? "", user)),

  // A console error or warning fails the test. Tests without `page` start no browser.
  page: async ({ page, allowsComplaints, keepsToasts }, use) => {
    if (keepsToasts) await page.addInitScript(stretchTimeouts, KEPT_TOASTS);
    const complaints = collectComplaints(page);
    await use(page);
    if (!allowsComplaints) expect(complaints).toEqual([]);
  },
});

/** Shorter than Playwright's actions wait for a toast that covers their target. */
export const KEPT_TOASTS = { from: TOAST_DURATION_MS, to: 20_000 };

/** A PNG, in base64. */
export const ONE_PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Returns a unique code. */
export function uniqueCode(word: string): string {
  return `${word}-${randomBytes(6).toString("hex")}`;
}

/** Clicks until `opened` is visible: a page that has just loaded may not be hydrated yet. */
export async function open(button: Locator, opened: Locator): Promise<void> {
  // The timeout grows, since on a slow machine another click could close what is just opening.
  let timeout = 1_000;
  await expect(async () => {
    if (!(await opened.isVisible())) await button.click({ timeout: 5 * timeout });
    timeout *= 2;
    await expect(opened).toBeVisible({ timeout: timeout / 2 });
  }).toPass();
}

/** Cancels a form in which something is typed. */
export async function cancelTyped(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
}

/** Waits until the page is hydrated, after which its tooltips and toasts load. Earlier clicks may be lost. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Notifications" })).toBeAttached();
  // The screen's own part is hydrated after its frame. React adds a property to each element that is.
  await page.waitForFunction(() =>
    [...document.querySelectorAll("h1, h2, button, input")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
}

/**
 * Counts the page's requests from now on that have not ended. The first of several files of code that fails shows an
 * error; an attempt that follows at once would wait for the others.
 */
export function countRunning(page: Page): () => number {
  const running = new Set<Request>();
  page.on("request", (request) => running.add(request));
  page.on("requestfinished", (request) => running.delete(request));
  page.on("requestfailed", (request) => running.delete(request));
  return () => running.size;
}

/** Runs in the browser, after the clock is installed. Makes all timeouts of one duration longer. */
export function stretchTimeouts({ from, to }: { from: number; to: number }): void {
  const { setTimeout } = window;
  window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    setTimeout(handler, ms === from ? to : ms, ...args)) as typeof setTimeout;
}

/** Waits for a toast with this title or text; Radix repeats it in a hidden live region. */
export async function expectToast(page: Page, text: string, options?: { timeout: number }): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible(options);
}

/** Resolves with the next text of a live region that has this part: what a screen reader says may be there for a second. */
export function nextStatus(page: Page, part: string): Promise<string> {
  return page.evaluate(
    (wanted) =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const texts = [...document.querySelectorAll("[role=status]")].map(({ textContent }) => textContent ?? "");
          const text = texts.find((one) => one.includes(wanted));
          if (text !== undefined) resolve(text);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    part,
  );
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is set by the global setup`);
  return value;
}

export async function insertUser(database: pg.Pool, options: UserOptions = {}): Promise<TestUser> {
  const {
    role = "shortcode_admin",
    status = "active",
    urlLimit = 100,
    firstName = "Test",
    lastName = "User",
  } = options;
  const user = {
    id: uuidv7(),
    email: `${uniqueCode("user")}@example.com`,
    sessionToken: randomBytes(32).toString("hex"),
  };
  await database.query(
    `WITH inserted AS (
       INSERT INTO users (id, first_name, last_name, email, role, status, url_limit, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now()) RETURNING id)
     INSERT INTO sessions (session_token, user_id, expires) SELECT $8, id, now() + interval '1 day' FROM inserted`,
    [user.id, firstName, lastName, user.email, role, status, urlLimit, sha256(user.sessionToken)],
  );
  return user;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export async function insertGroup(database: pg.Pool, members: TestUser[]): Promise<string> {
  const id = uuidv7();
  await database.query(
    `WITH inserted AS (INSERT INTO groups (id, name, updated_at) VALUES ($1, $2, now()) RETURNING id)
     INSERT INTO group_memberships (user_id, group_id) SELECT unnest($3::uuid[]), id FROM inserted`,
    [id, uniqueCode("Group"), members.map((member) => member.id)],
  );
  return id;
}

async function addSessionCookie(context: BrowserContext, url: string, user: TestUser): Promise<void> {
  await context.addCookies([{ name: "hop.session", value: user.sessionToken, url, httpOnly: true, sameSite: "Lax" }]);
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // Chromium logs each response of 400 and above, which many tests provoke.
    const isAnswer = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !isAnswer) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}
