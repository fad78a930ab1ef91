// Jest's environment for Node, without work that it repeats for every test file of a worker.
import asyncHooks from "node:async_hooks";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

const TEST_FILE = /\.test\.tsx?$/;

/** What modules get as constants: each use of a context's global is slow, and no test replaces these. */
const CONSTANTS = [
  ...["Array", "BigInt", "Boolean", "Buffer", "Error", "JSON", "Map", "Math", "Number", "Object", "Promise", "Reflect"],
  ...["RegExp", "Set", "String", "Symbol", "TextDecoder", "TextEncoder", "TypeError", "URL", "Uint8Array"],
  ...["Uint8ClampedArray", "Uint32Array", "WeakMap"],
].join(", ");

/** Compiled modules by path: Jest compiles each module again for each test file that loads it. */
const compiled = new Map();
const { compileFunction } = vm;

vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (!parsingContext || !filename) return compileFunction(code, parameters, options);
  const known = compiled.get(filename);
  if (known?.code === code) return known.script.runInContext(parsingContext);
  const start = `(({ ${CONSTANTS} }) => (function (${parameters.join(", ")}) {`;
  const script = new vm.Script(`${start}${code}\n}))(globalThis)`, { filename, columnOffset: -start.length });
  if (!TEST_FILE.test(filename)) compiled.set(filename, { code, script });
  return script.runInContext(parsingContext);
};

/** What the modules of the current test file have created. */
const storages = new Set();

class TrackedStorage extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.add(this);
  }
}
// In Node 24, it has only a getter.
Object.defineProperty(asyncHooks, "AsyncLocalStorage", { value: TrackedStorage });

export default class extends TestEnvironment {
  async teardown() {
    // One that is not disabled slows down every promise of later test files.
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
}
