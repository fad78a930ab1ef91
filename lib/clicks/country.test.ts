import { readFileSync } from "node:fs";
import path from "node:path";
import { isoCountry, loadCountries } from "@/lib/clicks/country";

const listed = readFileSync(path.join(import.meta.dirname, "testing", "addresses.txt"), "utf8")
  .split("\n")
  .map((line) => /^(-|[A-Z]{2}) (.+)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, country = "", address = ""]) => ({ country, address }));

test("50 addresses have the right country", async () => {
  const countryOf = await loadCountries();
  expect(listed).toHaveLength(50);
  expect(listed.map(({ address }) => ({ country: countryOf(address) ?? "-", address }))).toEqual(listed);
});

test("finds the country of one address without keeping the database in memory", async () => {
  await jest.isolateModulesAsync(async () => {
    const { findCountry } = await import("@/lib/clicks/country");
    expect(await Promise.all(["131.130.1.11", "10.0.0.1", "2001:db8::1"].map(findCountry))).toEqual(["AT", null, null]);
  });
});

test("clicks are enriched without countries when the database cannot be read", async () => {
  await jest.isolateModulesAsync(async () => {
    const [{ env }, { log }, country] = await Promise.all([
      import("@/lib/env"),
      import("@/lib/log"),
      import("@/lib/clicks/country"),
    ]);
    env().GEOIP_FILE = path.join(import.meta.dirname, "testing", "addresses.txt");
    const error = jest.spyOn(log, "error").mockReturnValue();
    const countryOf = await country.loadCountries();
    expect(countryOf("131.130.1.11")).toBeNull();
    expect(error).toHaveBeenCalledTimes(1);
  });
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
