// `hop start`, under the name used by earlier service files.
process.argv.splice(2, 0, "start");
await import("./hop.mjs");
