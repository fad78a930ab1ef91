import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isPrefetch } from "@/lib/prefetch";
import type { Answer } from "@/lib/redirect/answer";
import type { RequestHead } from "@/lib/redirect/visit";
import { KEEP_ALIVE_SECONDS, looksLikeHost, readRequestHead, writeAnswer } from "@/lib/redirect/wire";

/** Idle connections are closed after one to two times as long as responses announce. */
const SWEEP_MS = KEEP_ALIVE_SECONDS * 1_000;
/** At shutdown, a request that is already on its way has this long to arrive. */
const LAST_REQUEST_MS = 500;
/** Connections with more unsent bytes than this are not read from. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** Answers a request, or returns false to leave it to others. */
export type AnswerVisit = (head: RequestHead, peer: string | undefined, reply: (answer: Answer) => void) => boolean;

export type VisitConnections = {
  /** Answers a visit that node:http has read, or returns false. */
  answerRequest(request: IncomingMessage, response: ServerResponse): boolean;
  /** Closes each connection after its next response, which announces it. Idle ones are closed as usual. */
  announceEnd(): void;
  /** Like `announceEnd`, but closes idle connections soon, including those of node:http. */
  end(): void;
  /** Closes all connections at once. */
  cut(): void;
};

type Connection = {
  /** Closes the connection, after a response in progress. */
  end(): void;
  /** Closes the connection unless something has arrived since the last call. */
  endIfIdle(): void;
  cut(): void;
};

/** State shared by a server's connections. */
type Shared = {
  answer: AnswerVisit;
  countryHeader: string | undefined;
  connections: Set<Connection>;
  isEnding: boolean;
  /** Lets node:http handle the connection. */
  handOver: (socket: Socket) => void;
};

/**
 * Reads the connections of an HTTP server first: answers visits in the plain form of `readRequestHead` on the socket,
 * and hands the connection over to node:http, with all bytes read, at the first request that is anything else.
 *
 * @param countryHeader in lower case: where a proxy sends the visitor's country
 */
export function interceptVisits(server: Server, answer: AnswerVisit, countryHeader?: string): VisitConnections {
  const [accept] = server.listeners("connection") as ((socket: Socket) => void)[];
  if (!accept) throw new Error("an HTTP server listens to its connections");
  server.removeListener("connection", accept);
  const connections = new Set<Connection>();
  const handOver = (socket: Socket) => accept.call(server, socket);
  const shared: Shared = { answer, countryHeader, connections, isEnding: false, handOver };
  server.on("connection", (socket: Socket) => openConnection(socket, shared));
  // Cheaper than a timeout per socket, which each read and write would reset.
  const sweep = setInterval(() => {
    for (const connection of connections) connection.endIfIdle();
  }, SWEEP_MS);
  sweep.unref();
  return {
    answerRequest(request, response) {
      const head = toRequestHead(request, countryHeader);
      return head !== null && answer(head, request.socket.remoteAddress, (reply) => send(request, response, reply));
    },
    announceEnd() {
      shared.isEnding = true;
    },
    end() {
      shared.isEnding = true;
      setTimeout(() => {
        for (const connection of connections) connection.end();
        server.closeIdleConnections();
      }, LAST_REQUEST_MS).unref();
    },
    cut() {
      clearInterval(sweep);
      for (const connection of connections) connection.cut();
    },
  };
}

function openConnection(socket: Socket, shared: Shared): void {
  const peer = socket.remoteAddress;
  let isBusy = false;
  let isHead = false;
  let hasEnded = false;
  let isActive = true;

  const reply = (answer: Answer) => {
    isBusy = false;
    if (!socket.writable) return;
    const isLast = shared.isEnding || hasEnded;
    socket.write(writeAnswer(answer, isHead, isLast), "latin1");
    if (isLast) socket.end();
    else if (socket.writableLength > MAX_UNSENT_BYTES) resumeAfterDrain(socket);
    else if (socket.isPaused()) socket.resume();
  };
  const onData = (chunk: Buffer) => {
    isActive = true;
    if (isBusy) {
      // A pipelined request waits in the socket.
      socket.pause();
      socket.unshift(chunk);
      return;
    }
    const head = readRequestHead(chunk, shared.countryHeader);
    if (head) {
      isBusy = true;
      isHead = head.method === "HEAD";
      if (shared.answer(head, peer, reply)) return;
    }
    leave();
    socket.unshift(chunk);
    shared.handOver(socket);
  };
  const onEnd = () => {
    hasEnded = true;
    if (!isBusy) socket.end();
  };
  const cut = () => socket.destroy();
  const leave = () => {
    shared.connections.delete(connection);
    socket.off("data", onData).off("end", onEnd).off("error", cut).off("close", leave);
  };
  const connection: Connection = {
    end: () => (isBusy ? undefined : socket.end()),
    endIfIdle() {
      // After a stall of the process, a request may be waiting that is read before the immediate.
      if (!isActive && !isBusy) setImmediate(() => (isActive || isBusy ? undefined : cut()));
      isActive = false;
    },
    cut,
  };

  shared.connections.add(connection);
  socket.on("data", onData).on("end", onEnd).on("error", cut).on("close", leave);
}

function resumeAfterDrain(socket: Socket): void {
  socket.pause();
  socket.once("drain", () => socket.resume());
}

/** Null for other methods, and for a Host that readRequestHead would not accept. */
function toRequestHead({ method, url, headers }: IncomingMessage, countryHeader?: string): RequestHead | null {
  if ((method !== "GET" && method !== "HEAD") || !looksLikeHost(headers.host)) return null;
  return {
    method,
    target: url ?? "/",
    userAgent: headers["user-agent"],
    referer: headers.referer,
    host: headers.host,
    forwardedFor: single(headers["x-forwarded-for"]),
    isPrefetch: isPrefetch((name) => headers[name]),
    country: countryHeader && single(headers[countryHeader]),
    acceptLanguage: headers["accept-language"],
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(",") : header;
}

function send({ method }: IncomingMessage, response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, "Content-Length": body.length });
  response.end(method === "HEAD" ? undefined : body);
}
