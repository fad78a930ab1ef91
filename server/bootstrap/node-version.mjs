// Runs before anything that an older Node can't parse.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Hop needs Node 20.19 or later; this is ${process.versions.node}.\n`);
  process.exit(1);
}
