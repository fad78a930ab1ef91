// The baseline for all speeds: the least Node can do to redirect, in one process.
import { createServer } from "node:http";

createServer((_request, response) => {
  response.writeHead(302, {
    location: "https://example.com/a/path/of/usual/length",
    "cache-control": "private, no-store",
    "content-length": 0,
  });
  response.end();
}).listen(Number(process.env.PORT), "127.0.0.1");
