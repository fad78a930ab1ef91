// `hop start`, under the name that earlier service files have.
process.argv.splice(2, 0, "start");
await import("./hop.mjs");
