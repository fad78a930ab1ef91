import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { loadEnvFile, parseEnvFile } from "@/server/bootstrap/env-file.mjs";

const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each([
  ["UTF-8", Buffer.from("PORT=8080\nBRAND_NAME='Łódź'\n")],
  ["with Windows' line ends", Buffer.from("PORT=8080\r\nBRAND_NAME='Łódź'\r\n")],
  ["with a byte order mark", Buffer.from("\uFEFFPORT=8080\nBRAND_NAME='Łódź'\n")],
  ["UTF-16", Buffer.from("\uFEFFPORT=8080\r\nBRAND_NAME='Łódź'\r\n", "utf16le")],
  ["UTF-16, big-endian", bigEndian("\uFEFFPORT=8080\r\nBRAND_NAME='Łódź'\r\n")],
])("reads a .env in %s", (_, contents) => {
  expect(parseEnvFile(contents)).toEqual({ PORT: "8080", BRAND_NAME: "Łódź" });
});

test("an empty .env has no variables", () => {
  expect(parseEnvFile(Buffer.alloc(0))).toEqual({});
});

test("the environment takes precedence, even with an empty value", () => {
  const { env } = process;
  const before = process.cwd();
  const folder = mkdtempSync(path.join(tmpdir(), "hop-env-file-"));
  writeFileSync(path.join(folder, ".env"), "PORT=8080\nSMTP_HOST=mail.example\nBRAND_NAME=Hop\n");
  process.chdir(folder);
  process.env = { ...env, PORT: "9090", SMTP_HOST: "" };
  delete process.env.BRAND_NAME;
  expect(loadEnvFile()).toEqual(["BRAND_NAME"]);
  const { PORT, SMTP_HOST, BRAND_NAME } = process.env;
  process.env = env;
  process.chdir(before);
  rmSync(folder, { recursive: true });
  expect({ PORT, SMTP_HOST, BRAND_NAME }).toEqual({ PORT: "9090", SMTP_HOST: "", BRAND_NAME: "Hop" });
});
