import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { open, test } from "@/e2e/fixtures";

const FOLDER = path.resolve("docs/screenshots");
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 360, height: 760 } } as const;
const THEMES = ["light", "dark"] as const;

const LINKS: [code: string, destination: string, clicks: number, status?: string][] = [
  ["spring-sale", "https://shop.northwind.example/collections/spring?utm_source=newsletter", 4218],
  ["menu", "https://cafe.northwind.example/menu/today.pdf", 2964],
  ["careers", "https://www.northwind.example/company/careers/open-positions", 1377],
  ["q3-report", "https://files.northwind.example/reports/2026/q3-summary.pdf", 812, "paused"],
  ["wifi", "https://help.northwind.example/guests/wifi", 655],
  ["feedback", "https://forms.northwind.example/feedback/store-visit", 431],
  ["k7m2pqx", "https://maps.northwind.example/stores/harbour-street", 208],
  ["launch-party", "https://events.northwind.example/launch-party", 97, "deleted"],
];

mkdirSync(FOLDER, { recursive: true });

test("screens", async ({ page, database, createUser, signInAs }) => {
  test.setTimeout(180_000);
  await database.query("INSERT INTO settings VALUES ('base_url', 'http://nw.example', now()) ON CONFLICT DO NOTHING");
  const user = await createUser({ role: "overall_admin", firstName: "Maya", lastName: "Lindqvist" });
  await fillOrganisation(database, user.id);
  for (const [i, [code, destination, clicks, status = "active"]] of [...LINKS.entries()].reverse()) {
    await database.query(
      `INSERT INTO short_urls (id, short_code, original_url, status, click_count, created_by_id, qr_generated_at, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, now(), now() - $7 * interval '3 days', now())`,
      [uuidv7(), code, destination, status, clicks, user.id, i],
    );
  }
  await shoot(page, "sign-in", () => page.goto("/"));
  await shoot(page, "not-found", () => page.goto("/no/such/page"));
  await shoot(page, "paused", () => page.goto("/paused"));
  await shoot(page, "deleted", () => page.goto("/deleted"));
  await signInAs(user);
  await shoot(page, "dashboard", () => page.goto("/"));
  await shoot(page, "urls", () => page.goto("/urls"));
  await shoot(page, "users", () => page.goto("/users"));
  await shoot(page, "groups", () => page.goto("/groups"));
  await shoot(page, "settings", () => page.goto("/settings"));
  await shoot(page, "create", async () => {
    await page.goto("/urls");
    const dialog = page.getByRole("dialog", { name: "Create Short URL" });
    await open(page.getByRole("button", { name: "Create Short URL" }).first(), dialog);
  });
  await shoot(page, "qr", async () => {
    await page.goto("/urls");
    const dialog = page.getByRole("dialog", { name: "QR Code" });
    await open(page.getByRole("button", { name: "Show QR code for menu" }), dialog);
  });
});

const PEOPLE = [
  ["Jonas", "Weber", "group_admin", "active", 50],
  ["Amara", "Okafor", "shortcode_admin", "active", 20],
  ["Sofia", "Rossi", "shortcode_admin", "paused", 10],
  ["Tom", "Becker", "shortcode_admin", "active", 5],
  ["Lena", "Novak", "shortcode_admin", "locked", 1],
] as const;

const GROUPS = [
  ["Marketing", "Campaigns, newsletters and posters", 25],
  ["Stores", "QR codes on tables, windows and receipts", 200],
  ["Events", null, 1000],
] as const;

async function fillOrganisation(database: pg.Pool, adminId: string): Promise<void> {
  const members = [adminId];
  for (const [firstName, lastName, role, status, urlLimit] of PEOPLE) {
    const id = uuidv7();
    members.push(id);
    await database.query(
      `INSERT INTO users (id, first_name, last_name, email, role, status, url_limit, updated_at)
       VALUES ($1, $2, $3, lower($2 || '@northwind.example'), $4, $5, $6, now())`,
      [id, firstName, lastName, role, status, urlLimit],
    );
  }
  for (const [name, description, userLimit] of GROUPS) {
    const id = uuidv7();
    await database.query(
      "INSERT INTO groups (id, name, description, user_limit, updated_at) VALUES ($1, $2, $3, $4, now())",
      [id, name, description, userLimit],
    );
    for (const userId of members.slice(0, 4)) {
      await database.query("INSERT INTO group_memberships (user_id, group_id) VALUES ($1, $2)", [userId, id]);
    }
  }
}

/** One screen in both themes and at both widths. */
async function shoot(page: Page, name: string, arrange: () => Promise<unknown>): Promise<void> {
  for (const colorScheme of THEMES) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      await arrange();
      await page.waitForLoadState("networkidle");
      const suffix = size === "wide" ? colorScheme : `${size}-${colorScheme}`;
      await page.screenshot({ path: path.join(FOLDER, `${name}-${suffix}.png`) });
    }
  }
}
