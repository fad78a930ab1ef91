import type { Actor } from "@/lib/actor";
import { prisma, type Transaction } from "@/lib/db/prisma";
import { outcomeWhile } from "@/lib/db/testing/blocked";
import { createGroup, createMember, createUser, unique } from "@/lib/db/testing/fixtures";
import { DEFAULT_DESIGN } from "@/lib/qr/design";
import { setUrlDesign } from "@/lib/qr/designs/url-design";
import { addPlacement } from "@/lib/qr/placements/add";
import { removePlacement } from "@/lib/qr/placements/remove";
import { createShare } from "@/lib/shares/create";
import { createShareSchema } from "@/lib/shares/schema";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { deleteUrl } from "@/lib/urls/delete";
import { bulkUrlsSchema, createUrlSchema } from "@/lib/urls/schema";
import { undoChange } from "@/lib/urls/undo";
import { updateUrl } from "@/lib/urls/update";

type Scenario = { admin: Actor; groupId: string; id: string };

/** An admin of a group, and a link in it: the admin's own or another member's. */
async function createScenario({ isOwn }: { isOwn: boolean }): Promise<Scenario> {
  const admin = await createUser({ role: "group_admin" });
  const groupId = await createGroup(admin);
  const { id: createdById } = isOwn ? admin : await createMember(groupId);
  const data = { shortCode: unique("code"), originalUrl: "https://example.com/", createdById, groupId };
  return { admin, groupId, id: (await prisma().shortUrl.create({ data })).id };
}

/** Makes a call while a change of the actor's rights, which it waits for, is being committed. */
function outcomeWhileChanging(
  { admin, id }: Scenario,
  meanwhile: (tx: Transaction) => Promise<unknown>,
  call: () => Promise<unknown>,
): Promise<unknown> {
  return outcomeWhile(async (tx) => {
    await tx.$queryRaw`SELECT FROM users WHERE id = ${admin.id}::uuid FOR UPDATE`;
    await tx.$queryRaw`SELECT FROM short_urls WHERE id = ${id}::uuid FOR UPDATE`;
    await meanwhile(tx);
  }, call);
}

const bulk = (ids: string[], fields: object) => bulkUrlsSchema.parse({ ids, ...fields });

const calls: [string, (scenario: Scenario) => Promise<unknown>][] = [
  ["updates", ({ admin, id }) => updateUrl(admin, id, { status: "paused" })],
  ["deletes", ({ admin, id }) => deleteUrl(admin, id)],
  ["pauses in bulk", ({ admin, id }) => changeUrls(admin, bulk([id], { action: "pause" }))],
  ["adds a placement", ({ admin, id }) => addPlacement(admin, id, { name: "menu" })],
  ["removes a placement", ({ admin, id }) => removePlacement(admin, id, "poster")],
];

const losses: [string, (tx: Transaction, admin: Actor) => Promise<unknown>, string][] = [
  ["is paused", (tx, { id }) => tx.user.update({ where: { id }, data: { status: "paused" } }), "unauthorized"],
  ["signs out", (tx, { session }) => tx.session.delete({ where: { id: session?.id ?? "" } }), "unauthorized"],
  ["is demoted", (tx, { id }) => tx.user.update({ where: { id }, data: { role: "shortcode_admin" } }), "forbidden"],
];

describe.each(calls)("somebody who %s", (_name, call) => {
  test.each(losses)("and %s before it takes effect changes nothing", async (_change, change, code) => {
    const scenario = await createScenario({ isOwn: true });
    const { admin, id } = scenario;
    await prisma().qrPlacement.create({ data: { urlId: id, name: "poster", createdById: admin.id } });
    expect(
      await outcomeWhileChanging(
        scenario,
        (tx) => change(tx, admin),
        () => call(scenario),
      ),
    ).toBe(code);
    const { status, qrPlacements } = await prisma().shortUrl.findUniqueOrThrow({
      where: { id },
      include: { qrPlacements: true },
    });
    expect([status, qrPlacements.map(({ name }) => name)]).toEqual(["active", ["poster"]]);
  });
});

test.each(losses)("somebody who %s while they create a link creates none", async (_loss, lose, code) => {
  const scenario = await createScenario({ isOwn: false });
  const { admin } = scenario;
  const create = () => createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  expect(await outcomeWhileChanging(scenario, (tx) => lose(tx, admin), create)).toBe(code);
  expect(await prisma().shortUrl.count({ where: { createdById: admin.id } })).toBe(0);
});

const leave =
  ({ admin, groupId }: Scenario) =>
  (tx: Transaction) =>
    tx.groupMembership.delete({ where: { userId_groupId: { userId: admin.id, groupId } } });

const changes: [string, (scenario: Scenario) => Promise<unknown>][] = [
  ["changes a link", ({ admin, id }) => updateUrl(admin, id, { status: "paused" })],
  ["deletes a link without a creator", ({ admin, id }) => deleteUrl(admin, id)],
  ["adds a placement", ({ admin, id }) => addPlacement(admin, id, { name: "menu" })],
  ["removes a placement", ({ admin, id }) => removePlacement(admin, id, "poster")],
  ["shares statistics", ({ admin, id }) => createShare(admin, id, createShareSchema.parse({}))],
  ["designs a code", ({ admin, id }) => setUrlDesign(admin, id, { design: DEFAULT_DESIGN })],
];

test.each(changes)(
  "somebody who %s and leaves its group before that takes effect changes nothing",
  async (_name, change) => {
    const scenario = await createScenario({ isOwn: false });
    const { admin, id } = scenario;
    await prisma().shortUrl.update({ where: { id }, data: { createdById: null } });
    await prisma().qrPlacement.create({ data: { urlId: id, name: "poster", createdById: admin.id } });
    expect(await outcomeWhileChanging(scenario, leave(scenario), () => change(scenario))).toBe("forbidden");
    const { status, qrPlacements, qrDesign } = await prisma().shortUrl.findUniqueOrThrow({
      where: { id },
      include: { qrPlacements: true, qrDesign: true },
    });
    expect([status, qrPlacements.map(({ name }) => name), qrDesign]).toEqual(["active", ["poster"], null]);
  },
);

test("somebody who leaves a group before their link moves into it moves none", async () => {
  const scenario = await createScenario({ isOwn: false });
  const { admin, groupId } = scenario;
  const own = await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  const move = () => updateUrl(admin, own.id, { groupId });
  expect(await outcomeWhileChanging({ ...scenario, id: own.id }, leave(scenario), move)).toBe("not_in_group");
});

describe("somebody who leaves the group before a bulk change takes effect", () => {
  const forbidden = { results: [expect.objectContaining({ success: false, code: "forbidden" })] };

  test("changes none of its links", async () => {
    const scenario = await createScenario({ isOwn: false });
    const pause = () => changeUrls(scenario.admin, bulk([scenario.id], { action: "pause" }));
    expect(await outcomeWhileChanging(scenario, leave(scenario), pause)).toMatchObject(forbidden);
  });

  test("undoes none", async () => {
    const scenario = await createScenario({ isOwn: false });
    const { changeId } = await changeUrls(scenario.admin, bulk([scenario.id], { action: "pause" }));
    const undo = () => undoChange(scenario.admin, changeId ?? "");
    expect(await outcomeWhileChanging(scenario, leave(scenario), undo)).toMatchObject(forbidden);
  });

  test("moves no own link into it", async () => {
    const scenario = await createScenario({ isOwn: false });
    const { admin, groupId } = scenario;
    const own = await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
    const move = () => changeUrls(admin, bulk([own.id], { action: "move", groupId }));
    expect(await outcomeWhileChanging({ ...scenario, id: own.id }, leave(scenario), move)).toMatchObject({
      results: [expect.objectContaining({ success: false, code: "not_in_group" })],
    });
  });
});
