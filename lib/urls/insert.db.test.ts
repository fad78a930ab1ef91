import { createCaller, createMember, unique } from "@/lib/db/testing/fixtures";
import { insertUrl, type NewUrl } from "@/lib/urls/insert";

/** A member of a key's group, and a function that returns a new link of the key. */
async function createScenario(options: { urlLimit?: number } = {}) {
  const { keyId, groupId } = await createCaller();
  const member = await createMember(groupId, options);
  const newUrl = (email: string | null): NewUrl => ({
    creator: email ? { email } : null,
    actor: { id: null, label: "API key Shop", apiKeyId: keyId },
    shortCode: unique("code"),
    originalUrl: "https://example.com/",
    groupId,
    hasQr: false,
  });
  return { newUrl, member };
}

/** Inserts links in one batch and returns their creators, undefined for rejected links. */
async function insertBatch(urls: NewUrl[]): Promise<(string | null | undefined)[]> {
  const results = await Promise.allSettled(urls.map((url) => insertUrl(url)));
  return results.map((result) => (result.status === "fulfilled" ? result.value.createdById : undefined));
}

test("in a batch, addresses only match members of the link's own group", async () => {
  const [one, other] = [await createScenario(), await createScenario()];
  const [ann, ben] = [one.member, other.member];
  const urls: NewUrl[] = [
    one.newUrl(ann.email),
    other.newUrl(ben.email),
    one.newUrl(ben.email),
    other.newUrl(ann.email),
    one.newUrl(null),
  ];
  expect(await insertBatch(urls)).toEqual([ann.id, ben.id, undefined, undefined, null]);
});

test("in a batch, limits apply to links with a creator only", async () => {
  const { newUrl, member } = await createScenario({ urlLimit: 2 });
  const urls = Array.from({ length: 7 }, (_, n) => newUrl(n % 2 ? null : member.email));
  const creators = await insertBatch([newUrl(null), ...urls]);
  expect(creators.filter((creator) => creator === null)).toHaveLength(4);
  expect(creators.filter((creator) => creator === member.id)).toHaveLength(2);
});
