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
  const folders = ["app", "bench", "components", "docs", "e2e", "lib", "prisma", "server"];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|mjs|md|sql|prisma)$/.test(file) && !file.startsWith("db/generated/"))
      .map((file) => `${folder}/${file}`),
  );
  const cited = [...sources, "CHANGELOG.md", "CONTRIBUTING.md", "Dockerfile", "README.md", "SECURITY.md"].flatMap(
    (file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:decisions?[ /]\[?|\]\()(\d{4}\b(?:-[a-z0-9-]+\.md)?)/g)].map(
        ([, decision = ""]) => decision,
      ),
  );
  expect(cited.length).toBeGreaterThan(50);
  const known = new Set(files.flatMap((file) => [file, file.slice(0, 4)]));
  expect([...new Set(cited)].filter((decision) => !known.has(decision))).toEqual([]);
});
