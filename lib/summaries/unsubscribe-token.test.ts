import { readUnsubscribeToken, unsubscribeToken } from "@/lib/summaries/unsubscribe-token";

const secrets = { current: "first", previous: [] as string[] };
jest.mock("@/lib/secret", () => ({
  authSecret: () => secrets.current,
  knownSecrets: () => [secrets.current, ...secrets.previous],
}));

const USER = "01a1fc36-e7c4-7a30-b0b3-1ef6b0a3f0c5";

test("a token works as long as its secret is known", () => {
  const token = unsubscribeToken(USER);
  expect(readUnsubscribeToken(token)).toBe(USER);
  Object.assign(secrets, { current: "second", previous: ["first"] });
  expect(unsubscribeToken(USER)).not.toBe(token);
  expect(readUnsubscribeToken(token)).toBe(USER);
  secrets.previous = [];
  expect(readUnsubscribeToken(token)).toBeNull();
});

test("a token belongs to one user only", () => {
  const [, signature] = unsubscribeToken(USER).split(".");
  expect(readUnsubscribeToken(`${USER.replace("01a1", "01a2")}.${signature}`)).toBeNull();
});
