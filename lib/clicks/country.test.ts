import { readFileSync } from "node:fs";
import path from "node:path";
import { isoCountry, loadCountries } from "@/lib/clicks/country";

const listed = readFileSync(path.join(import.meta.dirname, "testing", "addresses.txt"), "utf8")
  .split("\n")
  .map((line) => /^(-|[A-Z]{2}) (.+)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, country = "", address = ""]) => ({ country, address }));

test("50 addresses are where they are", async () => {
  const countryOf = await loadCountries();
  expect(listed).toHaveLength(50);
  expect(listed.map(({ address }) => ({ country: countryOf(address) ?? "-", address }))).toEqual(listed);
});

test.each([
  ["AT", "AT"],
  ["XX", null],
  ["ZZ", null],
  ["T1", null],
  ["EU", null],
  ["at", null],
  ["", null],
  [undefined, null],
])("%s as the country %s", (code, country) => {
  expect(isoCountry(code)).toBe(country);
});
