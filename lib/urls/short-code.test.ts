import { CODE_ALPHABET, GENERATED_CODE_LENGTH, generateShortCode } from "@/lib/urls/short-code";

test("every letter of the alphabet occurs in generated codes, and no other", () => {
  const codes = Array.from({ length: 2_000 }, generateShortCode);
  for (const code of codes) expect(code).toHaveLength(GENERATED_CODE_LENGTH);
  expect([...new Set(codes.join(""))].sort().join("")).toBe([...CODE_ALPHABET].sort().join(""));
  expect(new Set(codes).size).toBe(codes.length);
});
