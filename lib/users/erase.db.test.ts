import type { Actor } from "@/lib/actor";
import { ERASED_LABEL } from "@/lib/audit/anonymise";
import { recordAudit } from "@/lib/audit/record";
import { createAdapter } from "@/lib/auth/adapter";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { untilBlocked } from "@/lib/db/testing/blocked";
import { createGroup, createUser as insertUser, unique } from "@/lib/db/testing/fixtures";
import { addMember, USER_DELETED } from "@/lib/groups/add-member";
import { createGroup as createGroupByCall } from "@/lib/groups/create";
import { createUser } from "@/lib/groups/create-user";
import { removeMember } from "@/lib/groups/remove-member";
import { enqueue, startJobs, stopJobs } from "@/lib/jobs/queue";
import { until } from "@/lib/testing/until";
import { changeUrls } from "@/lib/urls/bulk";
import { createUrl } from "@/lib/urls/create";
import { createUrlSchema } from "@/lib/urls/schema";
import { undoChange } from "@/lib/urls/undo";
import { CHANGED_SINCE, updateUrl } from "@/lib/urls/update";
import { erasePersonalData, findErasableUser, LAST_ADMIN } from "@/lib/users/erase";
import { USER_ERASED } from "@/lib/users/lock";
import { createUserSchema } from "@/lib/users/schema";
import { setUserStatus } from "@/lib/users/set-status";
import { updateUser } from "@/lib/users/update";

let admin: Actor;
beforeAll(async () => {
  await startJobs();
});
beforeEach(async () => {
  admin = await insertUser({ role: "overall_admin" });
});
afterAll(stopJobs);

/** Names of the tables with rows that contain one of these words. */
async function rowsWith(...words: string[]): Promise<string[]> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'pgboss') AND tablename NOT LIKE '\\_prisma%'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query(`SELECT row::text AS text FROM ${name} AS row WHERE row::text ILIKE ANY ($1)`, [
      words.map((word) => `%${word}%`),
    ]);
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
}

/** Moves links out of a group, which removes their external ids, in one bulk change. */
async function moveWithExternalIds(groupId: string, externalIds: string[]): Promise<string> {
  const ids = await Promise.all(
    externalIds.map(async (externalId) => {
      const { id } = await createUrl(admin, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
      await prisma().shortUrl.update({ where: { id }, data: { groupId, externalId } });
      return id;
    }),
  );
  const { changeId } = await changeUrls(admin, { action: "move", ids, groupId: null });
  return changeId ?? "";
}

/** Creates a user with personal data in every place that stores it. */
async function createTraces() {
  const [firstName, lastName] = [unique("Firstname"), unique("Lastname")];
  const [oldEmail, email] = [`${unique("old")}@example.com`, `${unique("new")}@example.com`];
  const person = { firstName, lastName, role: "group_admin", urlLimit: 5 };
  const { id } = await createUser(admin, createUserSchema.parse({ ...person, email: oldEmail }));
  await updateUser(admin, id, { lastName: `${lastName}-2` });
  await updateUser(admin, id, { email });
  const user: Actor = { id, role: "group_admin", label: `${firstName} ${lastName}` };
  const groupId = await createGroup(admin);
  await addMember(admin, groupId, id);
  await removeMember(admin, groupId, id);
  await addMember(admin, groupId, id);
  const url = await createUrl(user, createUrlSchema.parse({ originalUrl: "https://example.com/" }));
  const changeId = await moveWithExternalIds(groupId, [email, `order of ${oldEmail.toUpperCase()}`]);
  await prisma().session.create({
    data: { sessionToken: unique("session"), userId: id, expires: new Date(Date.now() + 1e9) },
  });
  await prisma().verificationToken.create({
    data: { identifier: email, token: unique("token"), expires: new Date(Date.now() + 1e9) },
  });
  await prisma().bulkJob.create({
    data: { kind: "regenerate-qr", state: "done", totalUrls: 1, startedById: id, startedByLabel: user.label },
  });
  await enqueue("sign-in-link", { email, browserHash: "hash" });
  await enqueue("limit-increase-request", { userId: id });
  return { user, url, groupId, email, changeId, words: [firstName, lastName, oldEmail, email] };
}

test("the audit log keeps sign-ins of an erased user without device and location", async () => {
  const user = await insertUser();
  const sessionToken = unique("token");
  const adapter = createAdapter({ client: { browser: "Firefox", os: "Windows", country: "DE" } });
  await adapter.createSession?.({ sessionToken, userId: user.id, expires: new Date(Date.now() + 1e9) } as never);
  await erasePersonalData(pool(), user.email);
  const entries = await prisma().auditEntry.findMany({ where: { actorId: user.id } });
  expect(entries).toMatchObject([
    { action: "session.sign_in", actorLabel: ERASED_LABEL, subjectLabel: ERASED_LABEL, after: null },
  ]);
});

test("no table contains the name or an address of an erased user", async () => {
  const { user, email, words } = await createTraces();
  expect((await rowsWith(...words)).length).toBeGreaterThan(10);
  expect(await erasePersonalData(pool(), ` ${email.toUpperCase()} `)).toMatchObject({ isUser: true, settings: [] });
  expect(await rowsWith(...words)).toEqual([]);
  for (const table of ["sessions", "group_memberships"]) {
    expect((await pool().query(`SELECT FROM ${table} WHERE user_id = $1`, [user.id])).rowCount).toBe(0);
  }
  const { rows } = await pool().query("SELECT data FROM pgboss.job WHERE data->>'userId' = $1", [user.id]);
  expect(rows).toEqual([]);
});

test("a bulk change with an erased external id can't be undone, and stays in the log", async () => {
  const { groupId, email, changeId } = await createTraces();
  await erasePersonalData(pool(), email);
  const items = await prisma().auditItem.findMany({ where: { entryId: changeId }, orderBy: { subjectId: "asc" } });
  const states = items.map(({ before, after }) => ({ before, after }));
  const after = { groupId: null, externalId: null };
  expect(states).toHaveLength(2);
  expect(states).toContainEqual({ before: { groupId, externalId: "[erased]" }, after });
  expect(states).toContainEqual({ before: { groupId, externalId: "order of [erased]" }, after });
  const { results } = await undoChange(admin, changeId);
  expect(results).toMatchObject([1, 2].map(() => ({ success: false, message: CHANGED_SINCE })));
});

test("links and audit entries remain, attributed to an anonymous user", async () => {
  const { user, url, groupId, email } = await createTraces();
  const before = await prisma().auditEntry.findMany({ where: { actorId: user.id } });
  await erasePersonalData(pool(), email);
  expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    firstName: "Erased user",
    lastName: "",
    email: `erased-${user.id}@erased.invalid`,
    status: "deleted",
    role: "shortcode_admin",
  });
  expect(await prisma().shortUrl.findUniqueOrThrow({ where: { id: url.id } })).toMatchObject({
    createdById: user.id,
    status: "active",
  });
  const after = await prisma().auditEntry.findMany({ where: { actorId: user.id } });
  expect(after).toEqual(before.map((entry) => ({ ...entry, actorLabel: "Erased user" })));
  const about = await prisma().auditEntry.findMany({
    where: { subjectType: "user", subjectId: user.id },
    orderBy: { id: "asc" },
  });
  expect(
    about.map(({ action, actorLabel, subjectLabel, before, after }) => [
      action,
      actorLabel,
      subjectLabel,
      before,
      after,
    ]),
  ).toEqual([
    [
      "user.create",
      admin.label,
      "Erased user",
      null,
      { email: "[erased]", firstName: "[erased]", lastName: "[erased]", role: "group_admin", urlLimit: 5 },
    ],
    ["user.update", admin.label, "Erased user", { lastName: "[erased]" }, { lastName: "[erased]" }],
    ["user.update", admin.label, "Erased user", { email: "[erased]" }, { email: "[erased]" }],
    ["user.erase", "Operator", "Erased user", null, { auditEntries: expect.any(Number), jobs: expect.any(Number) }],
  ]);
  const members = await prisma().auditEntry.findMany({ where: { subjectId: groupId }, orderBy: { id: "asc" } });
  expect(members.map(({ action, after, before }) => [action, after ?? before])).toEqual([
    ["group.add_member", { userId: user.id, email: "[erased]" }],
    ["group.remove_member", { userId: user.id, email: "[erased]" }],
    ["group.add_member", { userId: user.id, email: "[erased]" }],
  ]);
});

test("nobody can change an erased user", async () => {
  const groupAdmin = await insertUser({ role: "group_admin" });
  const { id } = await insertUser();
  const user = await prisma().user.findUniqueOrThrow({ where: { id } });
  await erasePersonalData(pool(), user.email);
  const refused = { code: "conflict", message: USER_ERASED };
  await expect(setUserStatus(groupAdmin, id, "active")).rejects.toMatchObject(refused);
  await expect(updateUser(admin, id, { email: `${unique("new")}@example.com` })).rejects.toMatchObject(refused);
  await expect(addMember(admin, await createGroup(admin), id)).rejects.toMatchObject({ message: USER_DELETED });
});

test("other users keep their data, even with a similar or a former address of the erased user", async () => {
  const { email, user } = await createTraces();
  const other = await createUser(
    admin,
    createUserSchema.parse({ firstName: "Other", lastName: "Person", email: `x${email}` }),
  );
  const [former] = await prisma().auditEntry.findMany({ where: { subjectId: user.id, action: "user.create" } });
  const newOwner = await createUser(
    admin,
    createUserSchema.parse({ firstName: "An", lastName: "Heir", email: former?.subjectLabel }),
  );
  await enqueue("sign-in-link", { email: newOwner.email, browserHash: "hash" });
  await erasePersonalData(pool(), email);
  for (const { id, email } of [other, newOwner]) {
    expect(await prisma().user.findUniqueOrThrow({ where: { id } })).toMatchObject({ email, status: "active" });
    expect(await prisma().auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
      subjectLabel: email,
      after: expect.objectContaining({ email }),
    });
  }
  const { rowCount } = await pool().query("SELECT FROM pgboss.job WHERE data->>'email' = $1", [newOwner.email]);
  expect(rowCount).toBe(1);
});

test("erasing again finds nothing, and an address without a user is removed from jobs and the log", async () => {
  const { email } = await createTraces();
  await erasePersonalData(pool(), email);
  expect(await findErasableUser(pool(), email)).toBeNull();
  const nothing = { isUser: false, auditEntries: 0, jobs: 0, settings: [], names: [] };
  expect(await erasePersonalData(pool(), email)).toEqual(nothing);
  const entries = await prisma().auditEntry.count();
  const stranger = `${unique("stranger")}@example.com`;
  await enqueue("sign-in-link", { email: stranger, browserHash: "hash" });
  expect(await erasePersonalData(pool(), stranger)).toEqual({ ...nothing, jobs: 1 });
  expect(await rowsWith(stranger)).toEqual([]);
  expect(await prisma().auditEntry.count()).toBe(entries);
});

test("erasing an address without a user from the audit log is recorded, without the address", async () => {
  const address = `${unique("former")}@example.com`;
  const groupId = await createGroup(admin);
  await recordAudit(prisma(), admin, {
    action: "group.update",
    subject: { type: "group", id: groupId, label: "Team" },
    after: { description: `Ask ${address}` },
  });
  expect(await erasePersonalData(pool(), address)).toMatchObject({ isUser: false, auditEntries: 1 });
  const [last] = await prisma().auditEntry.findMany({ orderBy: { id: "desc" }, take: 1 });
  expect(last).toMatchObject({
    actorLabel: "Operator",
    action: "user.erase",
    subjectId: "",
    subjectLabel: "Erased user",
    after: { auditEntries: 1, jobs: 0 },
  });
  expect(await rowsWith(address)).toEqual([]);
});

test("names and other texts that contain the address are reported, not changed", async () => {
  const { user, groupId, email, url } = await createTraces();
  const other = `x${email}`;
  await prisma().group.update({
    where: { id: groupId },
    data: { name: `Team ${groupId}`, description: `By ${email}` },
  });
  const owners = { groupId, createdById: user.id };
  const key = { ...owners, keyHash: unique("hash"), keyPrefix: "hop_", lastFour: "abcd" };
  await prisma().apiKey.create({ data: { ...key, name: `Key of ${email.toUpperCase()}` } });
  const design = { frame: { text: `Mail ${email}` } };
  await prisma().qrTemplate.createMany({
    data: [
      { ...owners, name: other, design: { frame: { text: other } } },
      { ...owners, name: "Framed", design },
    ],
  });
  await prisma().qrDesign.create({ data: { urlId: url.id, design } });
  await prisma().shortUrl.update({ where: { id: url.id }, data: { groupId, externalId: `customer ${email}` } });
  const share = { urlId: url.id, createdById: user.id, tokenHash: unique("hash"), maxRange: "30d" };
  await prisma().statShare.create({ data: { ...share, name: email } });
  expect(await erasePersonalData(pool(), email)).toMatchObject({
    names: [
      `API key “Key of ${email.toUpperCase()}”`,
      `QR code of “${url.shortCode}”`,
      "QR template “Framed”",
      `external ID of “${url.shortCode}”`,
      `group “Team ${groupId}”`,
      `shared page “${email}”`,
    ],
  });
});

test("settings that contain the address are reported, not changed", async () => {
  const { email } = await insertUser();
  await prisma().setting.create({ data: { key: "smtp_bcc_email", value: email } });
  expect(await erasePersonalData(pool(), email)).toMatchObject({ settings: ["smtp_bcc_email"] });
  await prisma().setting.deleteMany();
});

test("the last active overall_admin cannot be erased, nor the last two concurrently", async () => {
  await prisma().user.updateMany({ where: { role: "overall_admin" }, data: { status: "paused" } });
  const [first, second] = [await insertUser({ role: "overall_admin" }), await insertUser({ role: "overall_admin" })];
  const erasures = await Promise.allSettled([first, second].map(({ email }) => erasePersonalData(pool(), email)));
  expect(erasures.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [last] = await prisma().user.findMany({ where: { role: "overall_admin", status: "active" } });
  for (const refuse of [erasePersonalData, findErasableUser]) {
    await expect(refuse(pool(), last?.email ?? "")).rejects.toMatchObject({ code: "conflict", message: LAST_ADMIN });
  }
});

test("a deleted user can be erased, and a failed erasure changes nothing", async () => {
  const { user, email, words } = await createTraces();
  await setUserStatus(admin, user.id, "deleted");
  await pool().query("ALTER TABLE bulk_jobs ADD CONSTRAINT blocks CHECK (started_by_label <> 'Erased user') NOT VALID");
  await expect(erasePersonalData(pool(), email)).rejects.toThrow("blocks");
  expect((await rowsWith(...words)).length).toBeGreaterThan(5);
  await pool().query("ALTER TABLE bulk_jobs DROP CONSTRAINT blocks");
  await erasePersonalData(pool(), email);
  expect(await rowsWith(...words)).toEqual([]);
});

test.each(["", "ann", "ann@example.com,eve@example.com", "%"])("rejects %j as an address", async (email) => {
  await expect(erasePersonalData(pool(), email)).rejects.toMatchObject({ code: "invalid" });
});

test("erasing a user and removing their membership concurrently do not deadlock", async () => {
  const user = await insertUser();
  const groupId = await createGroup(user);
  const holder = await pool().connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [user.id]);
  const erasure = erasePersonalData(pool(), user.email);
  await untilBlocked(pool());
  const removal = removeMember(admin, groupId, user.id);
  await untilBlocked(pool(), 2);
  await holder.query("COMMIT");
  holder.release();
  const outcomes = await Promise.allSettled([erasure, removal]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

/** Runs `meanwhile` while an erasure scans the log, and returns the erasure's result. */
async function erasingSlowly<T>(user: Actor & { email: string }, meanwhile: () => Promise<T>) {
  const subject = { type: "group", id: user.id, label: "Team" };
  await recordAudit(prisma(), user, { action: "group.update", subject });
  const holder = await pool().connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM audit_entries WHERE actor_id = $1 FOR UPDATE", [user.id]);
    const erasing = erasePersonalData(pool(), user.email);
    await untilBlocked(pool());
    const result = await meanwhile();
    await holder.query("COMMIT");
    return { erased: await erasing, result };
  } finally {
    holder.release(true);
  }
}

const input = () => createUrlSchema.parse({ originalUrl: "https://example.com/" });

test("a change by the user that commits during the erasure leaves no name", async () => {
  const user = { ...(await insertUser()), label: unique("Ann") };
  const { id } = await createUrl(user, input());
  const { erased } = await erasingSlowly(user, () => updateUrl(user, id, { originalUrl: "https://example.com/2" }));
  expect(erased).toMatchObject({ isUser: true, auditEntries: 3 });
  expect(await prisma().auditEntry.count({ where: { actorId: user.id, action: "short_url.update" } })).toBe(1);
  expect(await rowsWith(user.label, user.email)).toEqual([]);
});

test("calls by the user don't wait while the audit log is read, and leave no name and no membership", async () => {
  const user = { ...(await insertUser({ role: "group_admin" })), label: unique("Ann") };
  await erasingSlowly(user, () => createGroupByCall(user, { name: unique("Team"), description: "", userLimit: 10 }));
  expect(await rowsWith(user.label, user.email)).toEqual([]);
  expect(await prisma().groupMembership.count({ where: { userId: user.id } })).toBe(0);
});

test("a call by the user that is still open after the erasure's first transaction leaves no name", async () => {
  const user = { ...(await insertUser()), label: unique("Ann") };
  const call = await pool().connect();
  const asked = jest.spyOn(pool(), "query");
  try {
    await call.query("BEGIN");
    const subject = { type: "group", id: user.id, label: "Team" };
    await recordAudit(call, user, { action: "group.update", subject });
    let isOver = false;
    const erasing = erasePersonalData(pool(), user.email).finally(() => {
      isOver = true;
    });
    const isWaiting = () => JSON.stringify(asked.mock.calls).includes("backend_xid");
    await until(() => isOver || isWaiting());
    await call.query("COMMIT");
    await erasing;
  } finally {
    asked.mockRestore();
    call.release(true);
  }
  expect(await rowsWith(user.label, user.email)).toEqual([]);
});

test("a user whose address changes while the audit log is read is not erased", async () => {
  const user = { ...(await insertUser()), label: unique("Ann") };
  const data = { email: `${unique("new")}@example.com` };
  const erasing = erasingSlowly(user, () => prisma().user.update({ where: { id: user.id }, data }));
  await expect(erasing).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("run the command"),
  });
  expect(await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
    ...data,
    status: "active",
  });
});

test("while another user is being erased, an overall_admin can create links", async () => {
  const user = { ...(await insertUser()), label: unique("Ann") };
  const { result } = await erasingSlowly(user, () => createUrl(admin, input()));
  expect(result).toMatchObject({ createdById: admin.id });
});
