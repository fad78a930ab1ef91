// Preloaded into a front (with --expose-gc): on SIGUSR2 it writes its memory usage after a garbage collection.
const { writeFileSync, renameSync } = require("node:fs");

process.on("SIGUSR2", () => {
  globalThis.gc();
  const file = `${process.env.HOP_MEMORY_PROBE}-${process.pid}`;
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()));
  renameSync(`${file}.new`, file);
});
