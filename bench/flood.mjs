// A stranger's flood: FLOOD_PER_SECOND requests a second to FLOOD_URL from FLOOD_ADDRESS, until SIGTERM.
// A "*" in the path becomes another number each time. Prints the number of responses by status.
import { connect } from "node:net";

const { FLOOD_URL = "", FLOOD_ADDRESS = "", FLOOD_PER_SECOND = "1000" } = process.env;
const { hostname, port, pathname } = new URL(FLOOD_URL);
const CONNECTIONS = 64;
const TICK_MS = 2;

const statuses = {};
const idle = [];
let number = 0;
let sent = 0;
let unanswered = 0;

function request() {
  const path = pathname.replace("*", String(++number));
  return `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0\r\nX-Forwarded-For: ${FLOOD_ADDRESS}\r\n\r\n`;
}

function open() {
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    received += chunk;
    const head = received.indexOf("\r\n\r\n");
    const length = /Content-Length: (\d+)/i.exec(received)?.[1];
    if (head === -1 || received.length < head + 4 + Number(length)) return;
    const status = received.slice(9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    received = "";
    unanswered -= 1;
    idle.push(socket);
  });
  socket.on("connect", () => idle.push(socket));
  socket.on("error", () => undefined);
  socket.on("close", () => {
    const index = idle.indexOf(socket);
    if (index >= 0) idle.splice(index, 1);
    setTimeout(open, 100);
  });
}

for (let i = 0; i < CONNECTIONS; i++) open();
const began = performance.now();
const sending = setInterval(() => {
  const due = ((performance.now() - began) * Number(FLOOD_PER_SECOND)) / 1000;
  // Requests that a slow server did not accept are not made up for.
  sent = Math.max(sent, due - CONNECTIONS);
  for (; sent < due; sent++) {
    const socket = idle.shift();
    if (!socket) break;
    socket.write(request());
    unanswered += 1;
  }
}, TICK_MS);

process.on("SIGTERM", () => {
  clearInterval(sending);
  const seconds = (performance.now() - began) / 1000;
  const deadline = Date.now() + 30_000;
  setInterval(() => {
    if (unanswered > 0 && Date.now() < deadline) return;
    process.stdout.write(`${JSON.stringify({ seconds, statuses })}\n`, () => process.exit(0));
  }, 10);
});
