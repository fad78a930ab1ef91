// Prints the SQL that migrates a database to prisma/schema.prisma, for writing the next migration;
// nothing if they agree.
//
//   node prisma/diff.mjs postgresql://…
//
// It runs the WebAssembly build of Prisma's schema engine, since the native one is a download.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm"));
const bindings = await import(pathToFileURL(path.join(folder, "schema_engine_bg.js")).href);
const wasm = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };

const url = process.argv[2];
if (!url) throw new Error("usage: node prisma/diff.mjs postgresql://…");
const schemaFile = path.resolve("prisma/schema.prisma");
const files = [{ path: schemaFile, content: readFileSync(schemaFile, "utf8") }];
const filters = { externalTables: ["public._prisma_migrations"], externalEnums: [] };

// The engine reads catalogue columns of type "char" (oid 18), which the driver adapter does not
// support. The adapter sees them as text, the engine as single characters.
const CHAR_OID = 18;
const TEXT_OID = 25;
let charColumns = [];
class CataloguePool extends pg.Pool {
  async query(...args) {
    const result = await super.query(...args);
    charColumns = (result.fields ?? []).map((field) => field.dataTypeID === CHAR_OID);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  }
}
const pool = new CataloguePool({ connectionString: url, max: 1 });
const adapter = new PrismaPg(pool);
const connect = adapter.connect.bind(adapter);
adapter.connect = async () => {
  const connection = await connect();
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    result.columnTypes = result.columnTypes.map((type, i) => (charColumns[i] ? ColumnTypeEnum.Character : type));
    return result;
  };
  return connection;
};
const factory = bindMigrationAwareSqlAdapterFactory(adapter);
const engine = await bindings.SchemaEngine.new(
  { datamodels: files.map((file) => [file.path, file.content]) },
  () => {},
  factory,
);

const { stdout } = await engine.diff({
  from: { tag: "schemaDatasource", files, configDir: path.resolve("prisma") },
  to: { tag: "schemaDatamodel", files },
  script: true,
  exitCode: null,
  shadowDatabaseUrl: null,
  filters,
});
if (stdout && !/^\s*-- This is an empty migration\.?\s*$/.test(stdout)) process.stdout.write(stdout);
await pool.end();
