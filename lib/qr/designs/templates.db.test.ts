import type { Actor } from "@/lib/actor";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { createGroup, createUser, unique } from "@/lib/db/testing/fixtures";
import { whileMoved } from "@/lib/db/testing/while-moved";
import type { AppError } from "@/lib/errors";
import { NAME_CHARSET } from "@/lib/name";
import { DEFAULT_DESIGN, type QrDesign } from "@/lib/qr/design";
import { addLogo } from "@/lib/qr/designs/add-logo";
import { createTemplate, TEMPLATE_NAME_TAKEN, TOO_MANY_TEMPLATES } from "@/lib/qr/designs/create-template";
import { deleteTemplate } from "@/lib/qr/designs/delete-template";
import { DESIGN_LOCKED, designInForce, designOfNewUrl } from "@/lib/qr/designs/design-in-force";
import { getLogoImage, LOGO_NOT_FOUND } from "@/lib/qr/designs/logos";
import { previewDesign } from "@/lib/qr/designs/preview";
import { proveForActor } from "@/lib/qr/designs/prove";
import { removeUnusedLogos } from "@/lib/qr/designs/remove-unused-logos";
import {
  createTemplateSchema,
  DESIGN_CHANGED,
  MAX_TEMPLATES,
  ONLY_DEFAULT_LOCKED,
  resetUrlDesignSchema,
  STILL_LOCKED,
  updateTemplateSchema,
  urlDesignSchema,
} from "@/lib/qr/designs/template-schema";
import { brandLocked, getTemplate, listTemplates } from "@/lib/qr/designs/templates";
import { updateTemplate } from "@/lib/qr/designs/update-template";
import {
  DELETED_NOT_DESIGNED,
  getUrlDesign,
  resetUrlDesign,
  setUrlDesign,
  TEMPLATE_OF_OTHER_GROUP,
} from "@/lib/qr/designs/url-design";
import { getQrCode } from "@/lib/qr/queries";
import { qrQuerySchema } from "@/lib/qr/query-schema";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { updateUrl } from "@/lib/urls/update";

const UNKNOWN_ID = "0190a0a0-0000-7000-8000-000000000000";
const UNREADABLE = "The logo covers too much; make it smaller than 22 %";

/** Permissions don't depend on how codes are drawn and decoded, which the tests of lib/qr/studio.ts cover. */
const mockProofs: { contents: string[] }[] = [];
const mockRequesters: unknown[] = [];
let mockBeforeProof = async () => {};
afterEach(() => {
  mockBeforeProof = async () => {};
});
jest.mock("@/lib/qr/studio", () => ({
  proveDesign: async (code: { contents: string[]; design: QrDesign }, requester: unknown) => {
    mockProofs.push(code);
    mockRequesters.push(requester);
    await mockBeforeProof();
    return (code.design.logo?.percent ?? 0) > 22 ? { ok: false, reason: UNREADABLE, check: "asIs" } : { ok: true };
  },
  cleanLogo: async (png: Buffer, requester: unknown) => {
    mockRequesters.push(requester);
    return { png, width: 2, height: 1 };
  },
  renderDesign: async (request: object, requester: unknown) => {
    mockRequesters.push(requester);
    return Buffer.from(JSON.stringify(request));
  },
}));

const blue: QrDesign = { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "1a2b6c" } };
const red: QrDesign = { ...DEFAULT_DESIGN, foreground: { kind: "solid", color: "7a0000" } };
const template = (fields: object = {}) =>
  createTemplateSchema.parse({ name: unique("Brand"), design: blue, ...fields });
const update = (fields: object) => updateTemplateSchema.parse(fields);
const chosen = (fields: object) => urlDesignSchema.parse(fields);
const link = (actor: Actor, fields: object = {}) =>
  createUrl(actor, createUrlSchema.parse({ originalUrl: "https://example.com/", generateQR: true, ...fields }));
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: AppError) => error.code,
  );

async function createCast() {
  const [creator, member] = [await createUser(), await createUser()];
  const groupAdmin = await createUser({ role: "group_admin" });
  const actors = {
    creator,
    "S of the group": member,
    "S elsewhere": await createUser(),
    "G of the group": groupAdmin,
    "G elsewhere": await createUser({ role: "group_admin" }),
    O: await createUser({ role: "overall_admin" }),
  };
  return { actors, groupId: await createGroup(creator, member, groupAdmin) };
}

let admin: Actor;
beforeEach(async () => {
  await prisma().qrDesign.deleteMany();
  await prisma().qrTemplate.deleteMany();
  await prisma().qrLogo.deleteMany();
  admin = await createUser({ role: "overall_admin" });
});

describe("permissions (design section 7)", () => {
  test.each([
    ["S of the group", "ok", "forbidden", "forbidden", "forbidden"],
    ["S elsewhere", "not_found", "forbidden", "forbidden", "forbidden"],
    ["G of the group", "ok", "ok", "ok", "forbidden"],
    ["G elsewhere", "not_found", "not_found", "not_found", "forbidden"],
    ["O", "ok", "ok", "ok", "ok"],
  ] as const)(
    "templates: %s reads a group's: %s, creates: %s, changes: %s; the installation's: %s",
    async (caller, reading, creating, changing, ofAll) => {
      const { actors, groupId } = await createCast();
      const { id } = await createTemplate(actors.O, template({ groupId }));
      const common = await createTemplate(actors.O, template());
      const actor: Actor = actors[caller];
      expect(await outcome(getTemplate(actor, id))).toBe(reading);
      expect((await listTemplates(actor)).some((one) => one.id === id)).toBe(reading === "ok");
      expect((await listTemplates(actor)).some((one) => one.id === common.id)).toBe(true);
      expect(await outcome(createTemplate(actor, template({ groupId })))).toBe(creating);
      expect(await outcome(updateTemplate(actor, id, update({ name: unique("New") })))).toBe(changing);
      expect(await outcome(deleteTemplate(actor, id))).toBe(changing);
      expect([
        await outcome(createTemplate(actor, template())),
        await outcome(updateTemplate(actor, common.id, update({ isDefault: true }))),
        await outcome(deleteTemplate(actor, common.id)),
      ]).toEqual([ofAll, ofAll, ofAll]);
    },
  );

  test.each([
    ["creator", "ok", "ok"],
    ["S of the group", "ok", "forbidden"],
    ["S elsewhere", "not_found", "not_found"],
    ["G of the group", "ok", "ok"],
    ["G elsewhere", "not_found", "not_found"],
    ["O", "ok", "ok"],
  ] as const)("a link's design: %s reads: %s, changes: %s", async (caller, reading, writing) => {
    const { actors, groupId } = await createCast();
    const { id } = await link(actors.creator, { groupId });
    const actor: Actor = actors[caller];
    expect([
      await outcome(getUrlDesign(actor, id)),
      await outcome(previewDesign(actor, { design: blue, urlId: id })),
      await outcome(setUrlDesign(actor, id, chosen({ design: blue }))),
      await outcome(resetUrlDesign(actor, id)),
    ]).toEqual([reading, reading, writing, writing]);
  });

  test("a logo is for its uploader, its group, and whoever sees a template or a link that uses it", async () => {
    const { actors, groupId } = await createCast();
    const { creator, "S of the group": member, "S elsewhere": stranger, O } = actors;
    const who = async (id: string) =>
      Promise.all([creator, member, stranger, O].map((actor) => outcome(getLogoImage(actor, id))));
    const own = await addLogo(creator, Buffer.from("own"), {});
    expect(await who(own.id)).toEqual(["ok", "not_found", "not_found", "ok"]);
    const ofGroup = await addLogo(creator, Buffer.from("group"), { group: groupId });
    expect(await who(ofGroup.id)).toEqual(["ok", "ok", "not_found", "ok"]);
    const { id } = await link(creator, { groupId });
    const logo = { id: own.id, percent: 20 };
    await setUrlDesign(creator, id, chosen({ design: { ...blue, logo } }));
    expect(await who(own.id)).toEqual(["ok", "ok", "not_found", "ok"]);
    await createTemplate(O, template({ design: { ...blue, logo } }));
    expect(await who(own.id)).toEqual(["ok", "ok", "ok", "ok"]);
    const admin = actors["G of the group"];
    const inTemplate = await addLogo(admin, Buffer.from("template"), {});
    const design = { ...blue, logo: { id: inTemplate.id, percent: 20 } };
    await createTemplate(admin, template({ groupId, design }));
    expect(await who(inTemplate.id)).toEqual(["ok", "ok", "not_found", "ok"]);
    expect(await outcome(addLogo(stranger, Buffer.from("png"), { group: groupId }))).toBe("not_found");
  });

  test("nobody uses a logo that they can't see", async () => {
    const { actors, groupId } = await createCast();
    const { id } = await addLogo(actors.creator, Buffer.from("own"), {});
    const design = { ...blue, logo: { id, percent: 20 } };
    const refusal = { code: "invalid", message: LOGO_NOT_FOUND };
    const own = await link(actors["S elsewhere"]);
    await expect(setUrlDesign(actors["S elsewhere"], own.id, chosen({ design }))).rejects.toMatchObject(refusal);
    await expect(proveForActor(actors["S elsewhere"], { design })).rejects.toMatchObject(refusal);
    await expect(previewDesign(actors["S elsewhere"], { design })).rejects.toMatchObject(refusal);
    const ofGroup = template({ groupId, design });
    await expect(createTemplate(actors["G of the group"], ofGroup)).rejects.toMatchObject(refusal);
  });

  test.each([UNKNOWN_ID, "1", "", "__proto__"])("id %p is not found, even for an overall_admin", async (id) => {
    expect([
      await outcome(getTemplate(admin, id)),
      await outcome(updateTemplate(admin, id, {})),
      await outcome(deleteTemplate(admin, id)),
      await outcome(getLogoImage(admin, id)),
      await outcome(getUrlDesign(admin, id)),
      await outcome(setUrlDesign(admin, id, { design: blue })),
    ]).toEqual(Array(6).fill("not_found"));
  });
});

test("a design is saved only if the proof accepts it with the longest content that a code may have", async () => {
  const { id: logoId } = await addLogo(admin, Buffer.from("png"), {});
  const design = { ...blue, logo: { id: logoId, percent: 30 } };
  const { id: urlId } = await link(admin);
  const { id } = await createTemplate(admin, template());
  const refusal = { code: "invalid", message: UNREADABLE, field: "design" };
  await expect(createTemplate(admin, template({ design }))).rejects.toMatchObject(refusal);
  await expect(updateTemplate(admin, id, update({ design }))).rejects.toMatchObject(refusal);
  await expect(setUrlDesign(admin, urlId, chosen({ design }))).rejects.toMatchObject(refusal);
  expect((await getTemplate(admin, id)).design).toEqual(blue);
  expect((await getUrlDesign(admin, urlId)).chosen).toBeNull();
  expect(mockProofs.at(-1)?.contents).toEqual([
    `http://localhost:3000/${"x".repeat(64)}?qr=${"x".repeat(32)}`,
    "http://localhost:3000/x?qr=1",
  ]);
});

test("users take turns: whatever is rendered, proven or uploaded is known to be theirs", async () => {
  const { id } = await link(admin);
  mockRequesters.length = 0;
  await proveForActor(admin, { design: red });
  await previewDesign(admin, { design: red });
  await getQrCode(admin, id, qrQuerySchema.parse({}));
  await addLogo(admin, Buffer.from("png"), {});
  expect(mockRequesters).toEqual(Array(4).fill(admin.id));
});

test("a deleted link gets no design, even if it is deleted while the design is proven", async () => {
  const { id } = await link(admin);
  const other = await createTemplate(admin, template());
  await updateUrl(admin, id, { status: "deleted" });
  const refusal = { code: "conflict", message: DELETED_NOT_DESIGNED };
  await expect(setUrlDesign(admin, id, chosen({ design: blue }))).rejects.toMatchObject(refusal);
  await expect(setUrlDesign(admin, id, chosen({ templateId: other.id }))).rejects.toMatchObject(refusal);
  const { id: second } = await link(admin);
  mockBeforeProof = async () => void (await updateUrl(admin, second, { status: "deleted" }));
  await expect(setUrlDesign(admin, second, chosen({ design: blue }))).rejects.toMatchObject(refusal);
  expect((await getUrlDesign(admin, second)).chosen).toBeNull();
});

test.each<[string, string, (actor: Actor) => Promise<unknown>]>([
  [
    "is removed from the group",
    "not_found",
    ({ id }) => prisma().groupMembership.deleteMany({ where: { userId: id } }),
  ],
  ["is demoted", "forbidden", ({ id }) => prisma().user.update({ where: { id }, data: { role: "shortcode_admin" } })],
  ["is paused", "unauthorized", ({ id }) => prisma().user.update({ where: { id }, data: { status: "paused" } })],
])("nothing is saved for somebody who %s while the design is proved", async (_name, code, change) => {
  const [admin, creator] = [await createUser({ role: "overall_admin" }), await createUser()];
  const saves = [
    (actor: Actor, { groupId }: { groupId: string }) => createTemplate(actor, template({ groupId })),
    (actor: Actor, { templateId }: { templateId: string }) =>
      updateTemplate(actor, templateId, update({ design: red })),
    (actor: Actor, { urlId }: { urlId: string }) => setUrlDesign(actor, urlId, chosen({ design: red })),
  ];
  for (const save of saves) {
    const actor = await createUser({ role: "group_admin" });
    const groupId = await createGroup(actor, creator);
    const { id: templateId } = await createTemplate(admin, template({ groupId }));
    const { id: urlId } = await link(creator, { groupId });
    mockBeforeProof = async () => void (await change(actor));
    expect(await outcome(save(actor, { groupId, templateId, urlId }))).toBe(code);
    mockBeforeProof = async () => {};
    expect((await listTemplates(admin)).filter((one) => one.groupId === groupId)).toMatchObject([{ design: blue }]);
    expect((await getUrlDesign(admin, urlId)).chosen).toBeNull();
  }
});

test("names are unique in a group, in any case, even by concurrent requests", async () => {
  const { actors, groupId } = await createCast();
  const outcomes = await Promise.all(
    ["Brand", "BRAND", "brand"].map((name) => outcome(createTemplate(actors.O, template({ name, groupId })))),
  );
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "ok"]);
  expect(await outcome(createTemplate(actors.O, template({ name: "Brand" })))).toBe("ok");
  const { id } = await createTemplate(actors.O, template({ groupId }));
  await expect(updateTemplate(actors.O, id, update({ name: "brand" }))).rejects.toMatchObject({
    message: TEMPLATE_NAME_TAKEN,
    field: "name",
  });
});

test("an older name with invisible characters stays while other fields are changed", async () => {
  const { id } = await createTemplate(admin, template());
  const name = "Br\u200bande\u0301  2";
  await prisma().qrTemplate.update({ where: { id }, data: { name } });
  expect(await updateTemplate(admin, id, update({ name, design: red, isDefault: true }))).toMatchObject({
    name,
    isDefault: true,
  });
  await expect(updateTemplate(admin, id, update({ name: "Br\u200band 2" }))).rejects.toMatchObject({
    code: "invalid",
    message: NAME_CHARSET,
    field: "name",
  });
});

test("a group has at most 100, even under concurrent requests", async () => {
  const groupId = await createGroup();
  await prisma().qrTemplate.createMany({
    data: Array.from({ length: MAX_TEMPLATES - 1 }, (_, n) => ({
      groupId,
      name: `Template ${n}`,
      design: blue,
      createdById: admin.id,
    })),
  });
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(createTemplate(admin, template({ groupId })))));
  expect(outcomes.sort()).toEqual(["conflict", "conflict", "ok"]);
  await expect(createTemplate(admin, template({ groupId }))).rejects.toMatchObject({ message: TOO_MANY_TEMPLATES });
  expect(await outcome(createTemplate(admin, template()))).toBe("ok");
});

test("a group has one default, and so has the installation, even under concurrent requests", async () => {
  const groupId = await createGroup();
  await Promise.all([1, 2, 3].map(() => createTemplate(admin, template({ groupId, isDefault: true }))));
  const common = await createTemplate(admin, template({ isDefault: true }));
  const defaults = async () => (await listTemplates(admin)).filter(({ isDefault }) => isDefault);
  expect((await defaults()).map((one) => one.groupId).sort()).toEqual([groupId, null].sort());
  const other = await createTemplate(admin, template());
  await updateTemplate(admin, other.id, update({ isDefault: true, isLocked: true }));
  expect((await defaults()).some(({ id }) => id === common.id)).toBe(false);
  const refusal = { code: "conflict", message: brandLocked(other.name) };
  await expect(updateTemplate(admin, common.id, update({ isDefault: true }))).rejects.toMatchObject(refusal);
  await expect(createTemplate(admin, template({ isDefault: true }))).rejects.toMatchObject(refusal);
  const locked = await createTemplate(admin, template({ isDefault: true, isLocked: true }));
  expect(await getTemplate(admin, other.id)).toMatchObject({ isDefault: false, isLocked: false });
  await expect(updateTemplate(admin, locked.id, update({ isDefault: false }))).rejects.toMatchObject({
    code: "conflict",
    message: STILL_LOCKED,
  });
  await updateTemplate(admin, locked.id, update({ isDefault: false, isLocked: false }));
  await expect(updateTemplate(admin, other.id, update({ isLocked: true }))).rejects.toMatchObject({
    message: ONLY_DEFAULT_LOCKED,
  });
});

test("new links have the default of their group or of the installation, found by few queries", async () => {
  const [green, plain] = [await createGroup(), await createGroup()];
  const ofAll = await createTemplate(admin, template({ design: red, isDefault: true }));
  const ofGroup = await createTemplate(admin, template({ groupId: green, isDefault: true }));
  const query = jest.spyOn(pool(), "query");
  const groupIds = Array.from({ length: 30 }, (_, n) => [green, plain, null][n % 3] ?? null);
  const designs = await Promise.all(groupIds.map(designOfNewUrl));
  expect(query.mock.calls.length).toBeLessThanOrEqual(2);
  query.mockRestore();
  expect(designs).toEqual(groupIds.map((id) => (id === green ? blue : red)));
  for (const { id } of [ofAll, ofGroup]) await deleteTemplate(admin, id);
  expect(await designOfNewUrl(green)).toEqual(DEFAULT_DESIGN);
});

test("a design replaces only the one that was read", async () => {
  const { id: templateId } = await createTemplate(admin, template({ design: DEFAULT_DESIGN }));
  const { id: urlId } = await link(admin);
  const refusal = { code: "conflict", message: DESIGN_CHANGED };
  const redesign = (fields: object) => updateTemplate(admin, templateId, update(fields));
  await redesign({ design: blue, ifDesign: DEFAULT_DESIGN });
  await expect(redesign({ design: red, ifDesign: DEFAULT_DESIGN })).rejects.toMatchObject(refusal);
  await redesign({ name: unique("Renamed"), ifDesign: DEFAULT_DESIGN });
  expect(await redesign({ design: blue, ifDesign: DEFAULT_DESIGN })).toMatchObject({ design: blue });
  expect(await redesign({ design: red })).toMatchObject({ design: red });

  const choose = (fields: object) => setUrlDesign(admin, urlId, chosen(fields));
  await choose({ design: blue, ifChosen: null });
  for (const ifChosen of [null, { design: red }, { templateId }]) {
    await expect(choose({ design: red, ifChosen })).rejects.toMatchObject(refusal);
  }
  await choose({ design: blue, ifChosen: null });
  await choose({ templateId, ifChosen: { design: blue } });
  await expect(choose({ design: red, ifChosen: { design: blue } })).rejects.toMatchObject(refusal);
  await choose({ design: red, ifChosen: { templateId } });
  expect((await getUrlDesign(admin, urlId)).chosen).toEqual({ design: red });

  const reset = (ifChosen: unknown) => resetUrlDesign(admin, urlId, resetUrlDesignSchema.parse({ ifChosen }));
  for (const ifChosen of [null, { design: blue }, { templateId }]) {
    await expect(reset(ifChosen)).rejects.toMatchObject(refusal);
  }
  for (const ifChosen of [{ design: red }, { design: red }]) expect((await reset(ifChosen)).chosen).toBeNull();
});

test("a link has its own design, a template, its group's default, the installation's, or none", async () => {
  const { actors, groupId } = await createCast();
  const url = await link(actors.creator, { groupId });
  const inForce = async () => {
    const { source, template, isLocked, design } = await designInForce({ id: url.id, groupId });
    return [source, template?.name, isLocked, design];
  };
  expect(await inForce()).toEqual(["none", undefined, false, DEFAULT_DESIGN]);
  const ofAll = await createTemplate(actors.O, template({ name: "All", design: red, isDefault: true }));
  expect(await inForce()).toEqual(["installation", "All", false, red]);
  const ofGroup = await createTemplate(actors.O, template({ name: "Group", groupId, isDefault: true }));
  expect(await inForce()).toEqual(["group", "Group", false, blue]);
  await setUrlDesign(actors.creator, url.id, chosen({ templateId: ofAll.id }));
  expect(await inForce()).toEqual(["template", "All", false, red]);
  expect((await getTemplate(admin, ofAll.id)).urlCount).toBe(1);
  expect((await getTemplate(actors.creator, ofAll.id)).urlCount).toBeNull();
  await setUrlDesign(actors.creator, url.id, chosen({ design: DEFAULT_DESIGN }));
  expect(await inForce()).toEqual(["own", undefined, false, DEFAULT_DESIGN]);

  await updateTemplate(actors.O, ofGroup.id, update({ isLocked: true }));
  expect(await inForce()).toEqual(["group", "Group", true, blue]);
  await updateTemplate(actors.O, ofAll.id, update({ isLocked: true }));
  expect(await inForce()).toEqual(["installation", "All", true, red]);
  await expect(setUrlDesign(actors.creator, url.id, chosen({ design: blue }))).rejects.toMatchObject({
    code: "conflict",
    message: DESIGN_LOCKED,
  });
  await resetUrlDesign(actors.creator, url.id);
  await deleteTemplate(actors.O, ofAll.id);
  await deleteTemplate(actors.O, ofGroup.id);
  expect(await inForce()).toEqual(["none", undefined, false, DEFAULT_DESIGN]);
});

test("links whose template is deleted, or belongs to a group that they have left, get the default", async () => {
  const { actors, groupId } = await createCast();
  const { creator, O } = actors;
  const url = await link(creator, { groupId });
  const { id } = await createTemplate(O, template({ groupId }));
  const other = await createTemplate(O, template({ groupId: await createGroup(creator) }));
  await expect(setUrlDesign(creator, url.id, chosen({ templateId: other.id }))).rejects.toMatchObject({
    message: TEMPLATE_OF_OTHER_GROUP,
  });
  await setUrlDesign(creator, url.id, chosen({ templateId: id }));
  await updateUrl(creator, url.id, { groupId: null });
  expect((await getUrlDesign(creator, url.id)).inForce.source).toBe("none");
  await updateUrl(creator, url.id, { groupId });
  expect((await getUrlDesign(creator, url.id)).inForce.source).toBe("template");
  await deleteTemplate(O, id);
  expect(await getUrlDesign(creator, url.id)).toMatchObject({ chosen: null, inForce: { source: "none" } });
});

test("a template changes all its codes at once, and their tags; a query's own look overrides it", async () => {
  const { id } = await link(admin);
  const get = (query: object = {}) => getQrCode(admin, id, qrQuerySchema.parse(query));
  const plain = await get();
  const common = await createTemplate(admin, template({ isDefault: true }));
  const designed = await get();
  expect(designed.etag).not.toBe(plain.etag);
  expect((await get()).etag).toBe(designed.etag);
  await updateTemplate(admin, common.id, update({ design: { ...blue, modules: "dots" } }));
  const drawn = await get({ format: "pdf", mm: "40" });
  expect(JSON.parse(drawn.bytes.toString())).toMatchObject({
    design: { modules: "dots" },
    format: "pdf",
    size: { mm: 40 },
    logo: null,
  });
  expect([drawn.mediaType, drawn.fileName.endsWith(".pdf")]).toEqual(["application/pdf", true]);
  expect((await get({ margin: "4" })).etag).toBe(plain.etag);
});

test("a locked brand is not replaced by a query's own look; other sizes and formats of it are fine", async () => {
  const { id } = await link(admin);
  const get = (query: object) => getQrCode(admin, id, qrQuerySchema.parse(query));
  const brand = await createTemplate(admin, template({ isDefault: true, isLocked: true }));
  for (const look of [{ foreground: "7a0000" }, { background: "ffeecc" }, { margin: "4" }, { level: "M" }]) {
    await expect(get(look)).rejects.toMatchObject({ code: "conflict", message: DESIGN_LOCKED });
  }
  expect(JSON.parse((await get({ format: "svg", mm: "40" })).bytes.toString())).toMatchObject({ design: blue });
  await updateTemplate(admin, brand.id, update({ isLocked: false }));
  expect(JSON.parse((await get({ foreground: "7a0000" })).bytes.toString())).toMatchObject({ design: red });
});

test("unused logos are removed after a day", async () => {
  const [used, unused, fresh] = [
    await addLogo(admin, Buffer.from("a"), {}),
    await addLogo(admin, Buffer.from("b"), {}),
    await addLogo(admin, Buffer.from("c"), {}),
  ];
  await createTemplate(admin, template({ design: { ...blue, logo: { id: used.id, percent: 20 } } }));
  await prisma().qrLogo.updateMany({
    where: { id: { in: [used.id, unused.id] } },
    data: { createdAt: new Date(Date.now() - 25 * 3_600_000) },
  });
  await removeUnusedLogos(pool());
  const left = await prisma().qrLogo.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([used.id, fresh.id].sort());
});

test("every change is in the audit log; no-ops are not", async () => {
  const { id, name } = await createTemplate(admin, template());
  await updateTemplate(admin, id, update({ name, design: blue }));
  await updateTemplate(admin, id, update({ isDefault: true, design: red }));
  await updateTemplate(admin, id, update({ isLocked: true }));
  const { id: locked } = await createTemplate(admin, template({ isDefault: true, isLocked: true }));
  await updateTemplate(admin, locked, update({ isLocked: false }));
  const { id: urlId } = await link(admin);
  await setUrlDesign(admin, urlId, chosen({ templateId: id }));
  await setUrlDesign(admin, urlId, chosen({ templateId: id }));
  await deleteTemplate(admin, id);
  await setUrlDesign(admin, urlId, chosen({ design: blue }));
  await setUrlDesign(admin, urlId, chosen({ design: blue }));
  await setUrlDesign(admin, urlId, chosen({ design: red }));
  await resetUrlDesign(admin, urlId);
  await resetUrlDesign(admin, urlId);
  const entries = await prisma().auditEntry.findMany({
    where: { subjectId: { in: [id, urlId] }, action: { not: "short_url.create" } },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["qr_template.create", null, { groupId: null, isDefault: false, isLocked: false, design: blue }],
    ["qr_template.update", { isDefault: false, design: blue }, { isDefault: true, design: red }],
    ["qr_template.update", { isLocked: false }, { isLocked: true }],
    ["qr_template.update", { isDefault: true, isLocked: true }, { isDefault: false, isLocked: false }],
    ["short_url.set_design", null, { templateId: id }],
    ["qr_template.delete", { groupId: null, isDefault: false, isLocked: false, design: red, urlCount: 1 }, null],
    ["short_url.set_design", null, { design: blue }],
    ["short_url.set_design", { design: blue }, { design: red }],
    ["short_url.reset_design", { design: red }, null],
  ]);
});

test.each([
  [{ name: "" }],
  [{ name: " " }],
  [{ name: "x".repeat(65) }],
  [{ groupId: "x" }],
  [{ design: {} }],
  [{ design: { ...blue, foreground: { kind: "solid", color: "red" } } }],
  [{ design: { ...blue, foreground: { kind: "solid", color: "eeeeee" } } }],
  [{ design: { ...blue, extra: 1 } }],
  [{ isLocked: true }],
  [{ isDefault: "yes" }],
])("%j is not a template", (fields) => {
  expect(createTemplateSchema.safeParse({ name: "Brand", design: blue, ...fields }).success).toBe(false);
});

test.each([[{}], [{ design: blue, templateId: UNKNOWN_ID }], [{ templateId: "x" }], [{ design: null }]])(
  "%j is not a choice of a design",
  (fields) => expect(urlDesignSchema.safeParse(fields).success).toBe(false),
);

test.each([
  ["chosen", (actor: Actor, id: string) => setUrlDesign(actor, id, chosen({ design: red }))],
  ["reset", (actor: Actor, id: string) => resetUrlDesign(actor, id)],
])("no design is %s by somebody whose group the link leaves at the same moment", async (_, call) => {
  const [creator, groupAdmin] = [await createUser(), await createUser({ role: "group_admin" })];
  const { id } = await link(creator, { groupId: await createGroup(creator, groupAdmin) });
  await setUrlDesign(creator, id, chosen({ design: blue }));
  const elsewhere = await createGroup(creator);
  expect(await outcome(whileMoved(id, elsewhere, () => call(groupAdmin, id)))).toBe("conflict");
  expect(await getUrlDesign(creator, id)).toMatchObject({ chosen: { design: blue } });
});
