import { GENERATED_CODE_LENGTH, generateShortCode } from "@/lib/urls/short-code";

test("generated codes use every digit and lowercase letter but 0, 1, i, l and o, and no other", () => {
  const codes = Array.from({ length: 2_000 }, generateShortCode);
  for (const code of codes) expect(code).toHaveLength(GENERATED_CODE_LENGTH);
  expect([...new Set(codes.join(""))].sort().join("")).toBe("23456789abcdefghjkmnpqrstuvwxyz");
  expect(new Set(codes).size).toBe(codes.length);
});
