import { suspendedKeysText } from "@/components/users/suspended-keys-text";

test("keys that stay suspended are mentioned", () => {
  expect([undefined, 0, 1, 2].map(suspendedKeysText)).toEqual([
    undefined,
    undefined,
    "1 API key of theirs is suspended until an admin takes it over.",
    "2 API keys of theirs are suspended until an admin takes them over.",
  ]);
});
