import { pool } from "@/lib/db/pool";
import { createCaller, createMember, unique } from "@/lib/db/testing/fixtures";
import { inTransaction } from "@/lib/db/transaction";
import { unauthorized } from "@/lib/errors";
import { insertUrls, type NewUrl } from "@/lib/urls/insert";

/** A key, a member of its group, and a link that is to be made with the key. */
async function cast(options: { urlLimit?: number } = {}) {
  const { keyId, groupId } = await createCaller();
  const member = await createMember(groupId, options);
  const newUrl = (email: string | null): NewUrl => ({
    by: email ? { email } : null,
    noCreator: unauthorized,
    actor: { id: null, label: "API key Shop", apiKeyId: keyId },
    shortCode: unique("code"),
    originalUrl: "https://example.com/",
    groupId,
    hasQr: false,
  });
  return { newUrl, member };
}

/** Whose each link is that was inserted in one batch; undefined: it was not. */
async function insertAtOnce(urls: NewUrl[]): Promise<(string | null | undefined)[]> {
  const rows = await inTransaction(pool(), (client) => insertUrls(client, urls));
  return rows.map((row) => row?.createdById);
}

test("in one batch, addresses of members of two groups are each held to their own group", async () => {
  const [one, other] = [await cast(), await cast()];
  const [ann, ben] = [one.member, other.member];
  const urls = [
    one.newUrl(ann.email),
    other.newUrl(ben.email),
    one.newUrl(ben.email),
    other.newUrl(ann.email),
    one.newUrl(null),
  ];
  expect(await insertAtOnce(urls)).toEqual([ann.id, ben.id, undefined, undefined, null]);
});

test("in one batch, limits hold for links with a creator, and for no others", async () => {
  const { newUrl, member } = await cast({ urlLimit: 2 });
  const urls = Array.from({ length: 8 }, (_, n) => newUrl(n % 2 ? member.email : null));
  const creators = await insertAtOnce(urls);
  expect(creators.filter((creator) => creator === null)).toHaveLength(4);
  expect(creators.filter((creator) => creator === member.id)).toHaveLength(2);
});
