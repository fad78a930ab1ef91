import { expect, type Locator, type Page } from "@playwright/test";
import type pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { expectHydrated, expectToast, test, uniqueCode } from "@/e2e/fixtures";
import { fingersOn, type Hands, keyboardOn, reach } from "@/e2e/hands";
import { linkIn, waitForMail } from "@/e2e/mailbox";

const LINKS = 5_000;
/** More than a bulk change makes without confirmation. */
const CAMPAIGN_LINKS = 24;

/** The groups of all tests are among the options. */
const MAX_OPTIONS = 2_000;

/** Hands that also know the list of links and the palette. */
type OwnHands = Pick<Hands, "press" | "type"> & {
  /** Opens the command palette and types into it. */
  ask: (text: string) => Promise<void>;
  /** Selects the first row of the list. */
  select: () => Promise<void>;
  undo: () => Promise<void>;
  leave: () => Promise<void>;
};

for (const { name, viewport, handsOf } of [
  { name: "with the keyboard alone", viewport: { width: 1440, height: 900 }, handsOf: byKeyboard },
  { name: "on a phone", viewport: { width: 390, height: 844 }, handsOf: byFingers },
]) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch: true });

    test("find a link, pause a campaign, undo it, invite a colleague and share a list", async ({
      page,
      browser,
      baseURL,
      database,
      mailFolder,
      createUser,
      createGroup,
      signInAs,
    }) => {
      const admin = await createUser({ role: "overall_admin" });
      const mark = uniqueCode("shop");
      const groupId = await createGroup(admin);
      await insertCatalogue(database, { groupId, mark });
      const countPaused = async () => {
        const { rows } = await database.query(
          "SELECT count(*)::int AS paused FROM short_urls WHERE group_id = $1 AND status = 'paused'",
          [groupId],
        );
        return rows[0].paused;
      };
      const colleague = `${uniqueCode("ada")}@example.com`;
      await signInAs(admin);
      await page.goto("/");
      await expectHydrated(page);
      const hands = handsOf(page);
      const option = page.getByRole("option", { selected: true });

      await test.step("find a link by three words of its destination", async () => {
        await hands.ask(`${mark} tents alpine-green`);
        await expect(option).toContainText(`${mark}-target`);
        await hands.press(option);
        await expect(page.getByRole("dialog", { name: "URL Analytics" })).toContainText(`${mark}-target`);
        await hands.leave();
      });

      await test.step("pause the links of a campaign, and undo it", async () => {
        await hands.ask("Manage URLs");
        await expect(option).toHaveText("Manage URLs");
        await hands.press(option);
        await page.waitForURL("/urls");
        await hands.type(page.getByRole("searchbox", { name: "Search URLs" }), `summer-${mark}`);
        await expect(page.getByText(`Showing ${CAMPAIGN_LINKS} URLs`)).toBeVisible();
        await hands.select();
        const bar = page.getByRole("region", { name: "Selected URLs" });
        await hands.press(bar.getByRole("button", { name: "Select all shown" }));
        await expect(bar).toContainText(`${CAMPAIGN_LINKS} URLs selected`);
        await hands.press(bar.getByRole("button", { name: "Pause" }));
        await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Pause" }));
        await expectToast(page, `${CAMPAIGN_LINKS} URLs paused`);
        expect(await countPaused()).toBe(CAMPAIGN_LINKS);
        await hands.undo();
        await expect.poll(countPaused).toBe(0);
      });
      const shared = page.url();

      await test.step("invite a colleague into the group", async () => {
        await hands.ask("Create User");
        await expect(option).toHaveText("Create User");
        await hands.press(option);
        const dialog = page.getByRole("dialog", { name: "Create User" });
        await hands.type(dialog.getByLabel("First name"), "Ada");
        await hands.type(dialog.getByLabel("Last name"), "Lovelace");
        await hands.type(dialog.getByLabel("Email"), colleague);
        await hands.press(dialog.getByRole("combobox", { name: "Groups" }));
        const group = page.getByRole("option", { name: await nameOf(database, groupId) });
        const search = page.getByRole("combobox", { name: "Search the options" });
        await expect(group.or(search).first()).toBeVisible();
        // Other specs may have created many groups.
        if (await search.isVisible()) {
          await expect(search).toBeFocused();
          await page.keyboard.type(await nameOf(database, groupId));
        }
        await hands.press(group);
        await hands.press(dialog.getByRole("button", { name: "Create", exact: true }));
        await expectToast(page, "User created successfully");
      });

      await test.step("the colleague opens the address and sees the same list", async () => {
        const theirs = await browser.newContext({ baseURL: baseURL ?? "", viewport });
        const other = await theirs.newPage();
        await other.goto(linkIn(await waitForMail(mailFolder, colleague, 1, /^You're invited to /)));
        await other.getByRole("button", { name: "Sign in" }).click();
        await expect(other.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
        await other.goto(shared);
        await expect(other.getByRole("searchbox", { name: "Search URLs" })).toHaveValue(`summer-${mark}`);
        await expect(other.getByText(`Showing ${CAMPAIGN_LINKS} URLs`)).toBeVisible();
        await theirs.close();
      });
    });
  });
}

function byKeyboard(page: Page): OwnHands {
  const hands = keyboardOn(page);
  const press = (key: string) => page.keyboard.press(key);
  return {
    press: async (control) => {
      const isOption = (await control.getAttribute("role")) === "option";
      await (isOption ? pressOption(control) : hands.press(control));
    },
    ask: async (text) => {
      await press("Control+k");
      await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
      await page.keyboard.type(text);
    },
    type: async (field, text) => {
      if ((await field.getAttribute("type")) === "search") await press("/");
      await hands.type(field, text);
    },
    select: async () => {
      // Leaves the search box, where letters are text.
      await reach(page, rows(page).first());
      await press("x");
    },
    undo: async () => {
      await press("F8");
      await hands.press(page.getByRole("button", { name: "Undo" }));
    },
    leave: () => press("Escape"),
  };

  /** Options of the palette are active; those of a select have the focus. */
  async function pressOption(control: Locator): Promise<void> {
    const isActive = () =>
      control.evaluate(
        (element) =>
          element === document.activeElement ||
          document.activeElement?.getAttribute("aria-activedescendant") === element.id,
      );
    // In a long list, types its first letters, which must arrive fast enough.
    if (!(await isActive())) await page.keyboard.type((await control.textContent()) ?? "");
    if (!(await isActive())) await press("Home");
    for (let steps = 0; !(await isActive()); steps++) {
      if (steps > MAX_OPTIONS) throw new Error(`Keys do not reach ${control}`);
      await press("ArrowDown");
    }
    await press("Enter");
  }
}

function byFingers(page: Page): OwnHands {
  const { press, type } = fingersOn(page);
  return {
    press,
    type,
    ask: async (text) => {
      await press(page.getByRole("button", { name: "Search everything" }));
      await page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox").fill(text);
    },
    select: () => press(rows(page).first().getByRole("checkbox")),
    undo: async () => {
      await press(page.getByRole("button", { name: "Undo" }));
      // Toasts cover the bar with the palette's button.
      await press(page.getByRole("button", { name: "Dismiss" }).first());
    },
    leave: () => press(page.getByRole("dialog").getByRole("button", { name: "Close" })),
  };
}

function rows(page: Page): Locator {
  return page.getByRole("table", { name: "Short URLs" }).locator("tbody").getByRole("row");
}

/** Many links of a group, as if created with an API key: one to be found, the links of a campaign, and others. */
async function insertCatalogue(database: pg.Pool, { groupId, mark }: { groupId: string; mark: string }): Promise<void> {
  const links = Array.from({ length: LINKS }, (_, n) => {
    const end = n < CAMPAIGN_LINKS ? `?utm_campaign=summer-${mark}` : "";
    return { code: `${mark}-${n}`, destination: `https://${mark}.example/catalogue/${n}${end}` };
  });
  links.push({ code: `${mark}-target`, destination: `https://${mark}.example/tents/two-people?colour=alpine-green` });
  await database.query(
    `INSERT INTO short_urls (id, short_code, original_url, group_id, updated_at)
     SELECT unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[]), $4, now()`,
    [links.map(() => uuidv7()), links.map(({ code }) => code), links.map(({ destination }) => destination), groupId],
  );
}

async function nameOf(database: pg.Pool, groupId: string): Promise<string> {
  const { rows } = await database.query<{ name: string }>("SELECT name FROM groups WHERE id = $1", [groupId]);
  return rows[0]?.name ?? "";
}
