import { generateApiKey, lastFourOf, prefixOf } from "@/lib/api-keys/key";
import { hashToken } from "@/lib/auth/tokens";
import type { Group } from "@/server/demo/people";
import { DAY_MS, type Sample } from "@/server/demo/sample";

/** `group` is an index. */
const KEYS = [
  { name: "Shop checkout", group: 0, rateLimit: 1000, minutesUnused: 3 },
  { name: "Newsletter tool", group: 0, rateLimit: 500, minutesUnused: 95, expiresInDays: 120 },
  { name: "Till receipts", group: 1, rateLimit: 2000, minutesUnused: 1 },
  { name: "Ticket machine", group: 2, rateLimit: 100, minutesUnused: 20_000, isActive: false },
  { name: "Job portal", group: 3, rateLimit: 100, minutesUnused: 1_600, expiresInDays: 30 },
  { name: "Press archive", group: 5, rateLimit: 100 },
];

/** API keys that nobody knows. They are not derived from the seed, or the keys of every demo would be known. */
export function makeApiKeys(sample: Sample, groups: Group[]): void {
  for (const { name, group, rateLimit, minutesUnused, expiresInDays, isActive = true } of KEYS) {
    const { id: groupId, leader } = groups[group] as Group;
    const expiresAt = expiresInDays === undefined ? null : new Date(sample.now + expiresInDays * DAY_MS);
    const apiKey = generateApiKey();
    const unrecorded = {
      createdById: leader.id,
      name,
      keyHash: hashToken(apiKey),
      keyPrefix: prefixOf(apiKey),
      lastFour: lastFourOf(apiKey),
      isActive,
      lastUsedAt: minutesUnused === undefined ? null : new Date(sample.now - minutesUnused * 60_000),
    };
    const creation = { at: sample.workday(60), actor: leader, after: { groupId, rateLimit, expiresAt } };
    const key = sample.create("api_key", name, creation, unrecorded);
    const revocation = { at: sample.workday(12), actor: leader, before: { isActive: true }, after: { isActive } };
    if (!isActive) sample.record("api_key.revoke", key, revocation);
  }
}
