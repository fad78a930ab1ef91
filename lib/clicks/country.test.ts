import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isoCountry, loadPlaces } from "@/lib/clicks/country";
import { writeMmdb } from "@/lib/clicks/testing/mmdb";

const listed = readFileSync(path.join(import.meta.dirname, "testing", "addresses.txt"), "utf8")
  .split("\n")
  .map((line) => /^(-|[A-Z]{2}) (.+)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, country = "", address = ""]) => ({ country, address }));

test("50 addresses have the right country", async () => {
  const placeOf = await loadPlaces();
  expect(listed).toHaveLength(50);
  expect(listed.map(({ address }) => ({ country: placeOf(address).country ?? "-", address }))).toEqual(listed);
});

test("finds the country of one address without keeping the database in memory", async () => {
  await jest.isolateModulesAsync(async () => {
    const { findCountry } = await import("@/lib/clicks/country");
    expect(await Promise.all(["131.130.1.11", "10.0.0.1", "2001:db8::1"].map(findCountry))).toEqual(["AT", null, null]);
  });
});

test("clicks are enriched without countries until the database can be read", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
  await jest.isolateModulesAsync(async () => {
    const [{ env }, { log }, country] = await Promise.all([
      import("@/lib/env"),
      import("@/lib/log"),
      import("@/lib/clicks/country"),
    ]);
    env().GEOIP_FILE = path.join(import.meta.dirname, "testing", "addresses.txt");
    const error = jest.spyOn(log, "error").mockReturnValue();
    const placeOf = await country.loadPlaces();
    expect(placeOf("131.130.1.11")).toEqual({ country: null, city: null });
    env().GEOIP_FILE = undefined;
    jest.advanceTimersByTime(59_000);
    expect(await country.loadPlaces()).toBe(placeOf);
    expect(error).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_000);
    expect((await country.loadPlaces())("131.130.1.11")).toEqual({ country: "AT", city: null });
  });
  jest.useRealTimers();
});

test("a database of cities gives the city with its country, in English", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-cities-"));
  const file = path.join(folder, "cities.mmdb");
  const names = { de: "Wien", en: "Vienna" };
  writeFileSync(
    file,
    writeMmdb({
      "192.0.2.1": { city: { geoname_id: 2761369, names }, country: { iso_code: "AT" } },
      "192.0.2.2": { city: "Vienna", country_code: "US" },
      "192.0.2.3": { country: { iso_code: "AT" } },
      "192.0.2.4": { city: { names }, country: { iso_code: "EU" } },
      "192.0.2.5": { city: { names: { de: "Wien" } }, country: { iso_code: "AT" } },
      "192.0.2.6": { city: "", country_code: "AT" },
    }),
  );
  await jest.isolateModulesAsync(async () => {
    const [{ env }, country] = await Promise.all([import("@/lib/env"), import("@/lib/clicks/country")]);
    env().GEOIP_FILE = file;
    await country.assertCountryDatabase();
    const placeOf = await country.loadPlaces();
    expect([1, 2, 3, 4, 5, 6, 7].map((byte) => placeOf(`192.0.2.${byte}`))).toEqual([
      { country: "AT", city: "Vienna, AT" },
      { country: "US", city: "Vienna, US" },
      { country: "AT", city: null },
      { country: null, city: null },
      { country: "AT", city: null },
      { country: "AT", city: null },
      { country: null, city: null },
    ]);
    expect(placeOf("2001:db8::1")).toEqual({ country: null, city: null });
    expect(await country.findCountry("192.0.2.1")).toBe("AT");
  });
  rmSync(folder, { recursive: true });
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
