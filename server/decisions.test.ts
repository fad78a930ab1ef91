import { readdirSync, readFileSync } from "node:fs";

const FOLDER = "docs/decisions";
const files = readdirSync(FOLDER).filter((file) => file !== "README.md");

test("the index lists every decision by its title, in order", () => {
  const rows = files.sort().map((file) => {
    const [, number, title] = /^# (\d{4})\. (.+)/.exec(readFileSync(`${FOLDER}/${file}`, "utf8")) ?? [];
    expect(file.slice(0, 4)).toBe(number);
    return `| ${number} | [${title}](${file}) |`;
  });
  const index = readFileSync(`${FOLDER}/README.md`, "utf8");
  expect(index.split("\n").filter((line) => /^\| \d/.test(line))).toEqual(rows);
});

test("decisions named in code, documents and migrations exist", () => {
  const cited = ["app", "bench", "components", "docs", "e2e", "lib", "prisma", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|mjs|md|sql|prisma)$/.test(file) && !file.startsWith("db/generated/"))
      .flatMap((file) =>
        [...readFileSync(`${folder}/${file}`, "utf8").matchAll(/decisions?[ /]\[?(\d{4})\b/g)].map(
          ([, number]) => number,
        ),
      ),
  );
  expect(cited.length).toBeGreaterThan(50);
  const numbers = new Set(files.map((file) => file.slice(0, 4)));
  expect([...new Set(cited)].filter((number) => !numbers.has(number ?? ""))).toEqual([]);
});
