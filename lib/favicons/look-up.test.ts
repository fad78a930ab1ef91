import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, isIP, type Server, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { createGzip, gzipSync } from "node:zlib";
import sharp from "sharp";
import { download, MAX_BYTES } from "@/lib/favicons/download";
import { lookUpIcon, TIME_LIMIT_MS } from "@/lib/favicons/look-up";
import { assertAllowed, INTERNET, type Network, RefusedAddressError } from "@/lib/favicons/network";
import { makeCertificate } from "@/lib/testing/certificate";

// A site gets three seconds, and a hostile one may take no longer.
// A broken product fails every try.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

const LOOPBACK = "127.0.0.1";
const SHORT_LIMIT_MS = 500;
/** RFC 8446, section 5.1. */
const TLS_HANDSHAKE = 22;

/** Ports on which a test's sites listen. */
const alsoAllowedPorts = new Set<string>();
/** Resolves names to this machine and allows its loopback address, which the product never does. */
const here: Network = { resolve: async () => [LOOPBACK], alsoAllowed: [LOOPBACK], alsoAllowedPorts };

let png: Buffer;
beforeAll(async () => {
  const red = { create: { width: 64, height: 64, channels: 3, background: "#ff0000" } } as const;
  png = await sharp(red).png().toBuffer();
});

const open = new Set<{ close: () => void; writtenBytes: () => number }>();
afterEach(() => {
  for (const one of open) one.close();
  open.clear();
  alsoAllowedPorts.clear();
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  open.add({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    writtenBytes: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  });
  const { port } = server.address() as AddressInfo;
  alsoAllowedPorts.add(String(port));
  return port;
}

type Site = { origin: string; asked: IncomingMessage[] };

type Certificate = ReturnType<typeof makeCertificate>;

/** Starts a site on this machine that records its requests. With a certificate it serves https as well as http. */
async function startSite(answer: RequestListener, certificate?: Certificate): Promise<Site> {
  const asked: IncomingMessage[] = [];
  const onRequest: RequestListener = (request, response) => {
    asked.push(request);
    response.on("error", () => undefined);
    answer(request, response);
  };
  const plain = createServer(onRequest);
  const port = await listen(certificate ? eitherOf(plain, createTlsServer(certificate, onRequest)) : plain);
  return { origin: `${certificate ? "https" : "http"}://site.example:${port}`, asked };
}

/**
 * Serves both protocols on one port, since only the destination's port is used. The first byte shows which one it is.
 */
function eitherOf(plain: Server, secure: Server): Server {
  return createTcpServer((socket) => {
    socket.once("data", (first) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === TLS_HANDSHAKE) return secure.emit("connection", socket);
      plain.emit("connection", socket);
      socket.resume();
    });
  });
}

type Paths = Record<string, RequestListener | Buffer | string>;

/** Starts a site with content at some paths and 404 at all others. */
function startPaths(paths: Paths, certificate?: Certificate): Promise<Site> {
  return startSite((request, response) => {
    const answer = paths[request.url ?? ""];
    if (typeof answer === "function") return answer(request, response);
    if (answer === undefined) response.statusCode = 404;
    response.end(answer);
  }, certificate);
}

const redirect =
  (location: string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };

const isSecure = ({ socket }: IncomingMessage): boolean => socket instanceof TLSSocket;

async function pixelsOf(icon: Buffer): Promise<[width: number, height: number, colour: string]> {
  const { data, info } = await sharp(icon).raw().toBuffer({ resolveWithObject: true });
  return [info.width, info.height, data.subarray(0, 3).toString("hex")];
}

async function iconOf(site: Site, network = here): Promise<[number, number, string]> {
  const found = await lookUpIcon(site.origin, network);
  if (found.outcome !== "found") throw new Error(found.outcome);
  return pixelsOf(found.png);
}

async function outcomeOf(origin: string, network = here): Promise<string> {
  return (await lookUpIcon(origin, network)).outcome;
}

const RED = [32, 32, "ff0000"];

describe("an icon is found", () => {
  test("at the URL that the page names", async () => {
    const site = await startPaths({ "/": '<head><link rel="icon" href="img/a.png"></head>', "/img/a.png": png });
    expect(await iconOf(site)).toEqual(RED);
    expect(site.asked.map(({ url }) => url)).toEqual(["/", "/img/a.png"]);
  });

  test("at /favicon.ico if the page names none or is missing", async () => {
    expect(await iconOf(await startPaths({ "/": "<p>Hello</p>", "/favicon.ico": png }))).toEqual(RED);
    expect(await iconOf(await startPaths({ "/favicon.ico": png }))).toEqual(RED);
  });

  test("after up to three redirects, with URLs relative to the last one", async () => {
    const site = await startPaths({
      "/": redirect("/1"),
      "/1": redirect("/2", 301),
      "/2": redirect("/deep/3", 307),
      "/deep/3": '<link rel="shortcut icon" href="a.png">',
      "/deep/a.png": png,
    });
    expect(await iconOf(site)).toEqual(RED);
  });

  test("in a compressed page, and in the beginning of one that is too large", async () => {
    const html = `<link rel=icon href=/a.png>${" ".repeat(2_000_000)}`;
    const packed: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(html));
    };
    expect(await iconOf(await startPaths({ "/": packed, "/a.png": png }))).toEqual(RED);
    expect(await iconOf(await startPaths({ "/": html, "/a.png": png }))).toEqual(RED);
  });

  test("whatever content type it claims", async () => {
    const asText: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(png);
    };
    expect(await iconOf(await startPaths({ "/favicon.ico": asText }))).toEqual(RED);
  });

  test("without cookies, by GET only", async () => {
    const withCookie: RequestListener = (_request, response) => {
      response.setHeader("set-cookie", "track=1; path=/");
      response.end('<link rel="icon" href="/a.png">');
    };
    const site = await startPaths({ "/": withCookie, "/a.png": png });
    await iconOf(site);
    for (const { method, headers } of site.asked) {
      expect(method).toBe("GET");
      expect(Object.keys(headers).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
    }
  });
});

describe("non-public addresses are never contacted", () => {
  const PRIVATE = [
    LOOPBACK,
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fe80::1",
    "fec0::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "::ffff:168.63.129.16",
    "64:ff9b::a83f:8110",
    "2002:a83f:8110::",
    "ff02::1",
    "100::1",
    "4000::1",
  ];

  test.each(PRIVATE)("a name that resolves to %s", async (address) => {
    const site = await startPaths({ "/favicon.ico": png });
    const network: Network = { resolve: async () => [address], alsoAllowed: [], alsoAllowedPorts };
    expect(await outcomeOf(site.origin, network)).not.toBe("found");
    expect(site.asked).toEqual([]);
  });

  test("a name that resolves to one of them among others", async () => {
    const site = await startPaths({ "/favicon.ico": png });
    const network: Network = { resolve: async () => ["192.0.2.1", LOOPBACK], alsoAllowed: [], alsoAllowedPorts };
    expect(await outcomeOf(site.origin, network)).not.toBe("found");
    expect(site.asked).toEqual([]);
  });

  test.each([
    LOOPBACK,
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
    "[::1]",
    "[::7f00:1]",
    "[::ffff:127.0.0.1]",
    "localhost",
    "localhost.",
  ])("a host that is %s", async (host) => {
    const site = await startPaths({ "/favicon.ico": png });
    const { port } = new URL(site.origin);
    expect(await outcomeOf(`http://${host}:${port}`, { ...INTERNET, alsoAllowedPorts })).not.toBe("found");
    expect(site.asked).toEqual([]);
  });

  test.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::a9fe:a9fe]/",
    "http://168.63.129.16/metadata/instance",
    "http://2822734096/",
    "http://0xa83f8110/",
    "http://[::ffff:a83f:8110]/",
    "http://[64:ff9b::a83f:8110]/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://100.100.100.200/latest/meta-data/",
    "http://0.0.0.0:%port/secret",
    "http://127.2.2.2:%port/secret",
    "http://[::1]:%port/secret",
    "http://2130837506:%port/secret",
  ])("a redirect to %s", async (target) => {
    const paths: Record<string, RequestListener | Buffer> = { "/secret": png };
    const site = await startPaths(paths);
    const { port } = new URL(site.origin);
    paths["/"] = redirect(target.replace("%port", port));
    paths["/favicon.ico"] = redirect(target.replace("%port", port));
    expect(await outcomeOf(site.origin)).not.toBe("found");
    expect(site.asked.map(({ url }) => url)).toEqual(["/", "/favicon.ico"]);
  });

  test("a name whose address changes after the check (DNS rebinding)", async () => {
    const asked: string[] = [];
    const site = await startPaths({ "/": '<link rel="icon" href="/secret.png">', "/secret.png": png });
    // Like a rebinding server: first an allowed address, then a forbidden one.
    const network: Network = {
      alsoAllowed: [LOOPBACK],
      alsoAllowedPorts,
      resolve: async (name) => {
        asked.push(name);
        return asked.length === 1 ? [LOOPBACK] : ["127.0.0.2"];
      },
    };
    expect(await outcomeOf(site.origin, network)).toBe("none");
    // Each connection resolved the name once and used the address that was checked.
    expect(site.asked.map(({ url }) => url)).toEqual(["/"]);
    expect(asked.length).toBe(3);
  });

  test.each([
    "169.254.169.254",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
    "0.0.0.0",
    "::7f00:1",
    "4000::1",
    "fe80::1",
    "fd00:ec2::254",
    "::ffff:168.63.129.16",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::",
    "2001:0:a9fe:a9fe::",
  ])("%s is refused before a connection is opened, literally and by name", async (address) => {
    const host = isIP(address) === 6 ? `[${address}]` : address;
    const connect = jest.spyOn(Socket.prototype, "connect");
    for (const [url, resolve] of [
      [`http://${host}/`, async () => []],
      [`https://${host}:8443/`, async () => []],
      ["http://metadata.example/", async () => [address]],
    ] as const) {
      const ask = { network: { resolve, alsoAllowed: [] }, signal: AbortSignal.timeout(60_000) };
      await expect(download(new URL(url), ask)).rejects.toThrow(RefusedAddressError);
    }
    // Only for the name, which the connection resolves before it fails.
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
  });

  test.each([
    "1.1.1.1",
    "93.184.215.14",
    "168.63.129.15",
    "168.63.129.17",
    "169.253.1.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2001:4860:4860::8888",
    "2a00:1450:4001::1",
  ])("%s is a public address", (address) => {
    expect(() => assertAllowed(address, INTERNET)).not.toThrow();
  });

  test("the product allows public addresses only", () => {
    expect(INTERNET.alsoAllowed).toEqual([]);
    expect(INTERNET.alsoAllowedPorts).toBeUndefined();
  });
});

describe("not requested", () => {
  test.each([
    ["a fourth redirect", "/4"],
    ["another scheme", "file:///etc/passwd"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:image/png;base64,iVBORw0KGgo="],
    ["credentials", "http://user:secret@site.example:%port/a.png"],
    ["the port of a mail server", "http://site.example:25/"],
    ["the port of a secure shell", "http://site.example:22/"],
    ["the port of a database", "http://site.example:5432/"],
    ["an unusual port", "https://site.example:3000/"],
    ["an invalid URL", "http://["],
  ])("%s", async (_name, target) => {
    const paths: Record<string, RequestListener | Buffer> = {
      "/1": redirect("/2"),
      "/2": redirect("/3"),
      "/3": redirect("/4"),
      "/4": png,
      "/a.png": png,
    };
    const site = await startPaths(paths);
    const { port } = new URL(site.origin);
    paths["/favicon.ico"] = redirect(target === "/4" ? "/1" : target.replace("%port", port));
    expect(await outcomeOf(site.origin)).toBe("none");
    expect(site.asked.map(({ url }) => url)).not.toContain("/4");
    expect(site.asked.map(({ url }) => url)).not.toContain("/a.png");
  });
});

test.each([
  [80, true],
  [443, true],
  [8080, true],
  [8443, true],
  [22, false],
  [81, false],
  [3000, false],
  [5432, false],
  [6379, false],
  [9200, false],
])("a destination with port %d is contacted: %p", async (port, isAsked) => {
  const resolved: string[] = [];
  const network: Network = {
    alsoAllowed: [],
    resolve: async (name) => {
      resolved.push(name);
      return [];
    },
  };
  for (const scheme of ["http", "https"]) await lookUpIcon(`${scheme}://site.example:${port}`, network);
  expect(resolved.length > 0).toBe(isAsked);
});

const endlessly = (response: ServerResponse, chunk: () => Buffer | string) => {
  const more = () => {
    while (!response.destroyed && response.write(chunk()));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

/** Shortens the one time limit that all requests to a site share, which must be three seconds. */
async function withShortLimit<T>(lookUp: () => Promise<T>): Promise<T> {
  const { timeout: abortAfter } = AbortSignal;
  const limit = jest
    .spyOn(AbortSignal, "timeout")
    .mockImplementation(() => abortAfter.call(AbortSignal, SHORT_LIMIT_MS));
  const began = performance.now();
  try {
    return await lookUp();
  } finally {
    const tookMs = performance.now() - began;
    const { calls } = limit.mock;
    limit.mockRestore();
    expect([calls, TIME_LIMIT_MS]).toEqual([[[TIME_LIMIT_MS]], 3_000]);
    expect(tookMs).toBeLessThan(TIME_LIMIT_MS + 1_500);
  }
}

describe("a hostile site costs three seconds and little memory", () => {
  async function measured(site: Site): Promise<{ outcome: string; grewBytes: number; sentBytes: number }> {
    const before = process.memoryUsage.rss();
    const outcome = await withShortLimit(() => outcomeOf(site.origin));
    const sentBytes = [...open].reduce((sum, server) => sum + server.writtenBytes(), 0);
    return { outcome, grewBytes: process.memoryUsage.rss() - before, sentBytes };
  }

  /**
   * For the page and /favicon.ico: the bytes read, and the bytes that the system buffers, usually 4 MB on this side.
   */
  const MAX_SENT_BYTES = 2 * (MAX_BYTES + 6 * 1024 * 1024);
  const huge = Buffer.alloc(64 * 1024, "x");
  const HOSTILE: [name: string, answer: RequestListener][] = [
    ["never answers", () => undefined],
    [
      "stalls in the middle of its body",
      (_request, response) => {
        response.write("<html>");
      },
    ],
    [
      "sends ten bytes a second",
      (_request, response) => {
        response.write("<html>");
        const drip = setInterval(() => response.write(" "), 100);
        response.on("close", () => clearInterval(drip));
      },
    ],
    [
      "sends a body without end",
      (_request, response) => {
        endlessly(response, () => huge);
      },
    ],
    [
      "sends a packed body without end",
      (_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" });
        const gzip = createGzip();
        gzip.pipe(response);
        const feed = () => {
          if (response.destroyed) return gzip.destroy();
          gzip.write(huge, feed);
        };
        feed();
      },
    ],
    [
      "sends a gzip bomb",
      (_request, response) => {
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
      },
    ],
    [
      "sends packed bytes without end that unpack to nothing",
      (_request, response) => {
        // A gzip header, then empty stored blocks (RFC 1951, section 3.2.4).
        response.writeHead(200, { "content-encoding": "gzip" }).write(Buffer.from("1f8b0800000000000003", "hex"));
        const empty = Buffer.from("000000ffff".repeat(10_000), "hex");
        endlessly(response, () => empty);
      },
    ],
    [
      "sends a packing that is not read",
      (_request, response) => {
        response.writeHead(200, { "content-encoding": "br" }).end(png);
      },
    ],
    [
      "redirects in a circle",
      (_request, response) => {
        response.writeHead(302, { location: "/" }).end();
      },
    ],
    [
      "switches the protocol",
      (_request, response) => {
        response.writeHead(101, { upgrade: "x", connection: "upgrade" }).end();
      },
    ],
    [
      "breaks off",
      (request) => {
        request.socket.destroy();
      },
    ],
  ];

  test.each(HOSTILE)("that %s", async (_name, answer) => {
    const { outcome, grewBytes, sentBytes } = await measured(await startSite(answer));
    expect(outcome).not.toBe("found");
    expect(grewBytes).toBeLessThan(100 * 1024 * 1024);
    expect(sentBytes).toBeLessThan(MAX_SENT_BYTES);
  });

  test.each<[name: string, head: string, more: () => string, maxSentBytes: number]>([
    [
      "headers without end",
      "HTTP/1.1 200 OK\r\n",
      () => `X-${Math.random()}: ${"x".repeat(1_000)}\r\n`,
      MAX_SENT_BYTES,
    ],
    // Read and dropped until the timeout.
    [
      "interim answers without end",
      "",
      () => "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n",
      Number.POSITIVE_INFINITY,
    ],
    ["what is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", () => "x".repeat(1_000), MAX_SENT_BYTES],
  ])("that sends %s", async (_name, head, more, maxSentBytes) => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.write(head);
        const send = () => {
          while (!socket.destroyed && socket.write(more()));
          socket.once("drain", send);
        };
        socket.on("data", () => undefined);
        send();
      }),
    );
    const { outcome, grewBytes, sentBytes } = await measured({ origin: `http://site.example:${port}`, asked: [] });
    expect(outcome).not.toBe("found");
    expect(grewBytes).toBeLessThan(100 * 1024 * 1024);
    expect(sentBytes).toBeLessThan(maxSentBytes);
  });

  test("that names a thousand icons gets requests for four", async () => {
    const links = Array.from({ length: 1_000 }, (_, n) => `<link rel="icon" href="/${n}.png">`).join("");
    const site = await startPaths({ "/": links });
    expect(await outcomeOf(site.origin)).toBe("none");
    expect(site.asked).toHaveLength(5);
  });
});

describe("over https", () => {
  const certificate = makeCertificate({ names: ["site.example"] });
  const trusting: Network = { ...here, trusted: [certificate.cert] };

  test("an icon is found as over http", async () => {
    const site = await startPaths({ "/": '<link rel="icon" href="/a.png">', "/a.png": png }, certificate);
    expect(await iconOf(site, trusting)).toEqual(RED);
  });

  test("a redirect from http to https is followed", async () => {
    const toHttps: RequestListener = (request, response) => {
      if (isSecure(request)) response.end('<link rel="icon" href="/a.png">');
      else redirect(`${site.origin}/`, 301)(request, response);
    };
    const site = await startPaths({ "/": toHttps, "/a.png": png }, certificate);
    const found = await lookUpIcon(site.origin.replace("https:", "http:"), trusting);
    expect(found.outcome).toBe("found");
    expect(site.asked.map((request) => [isSecure(request), request.url])).toEqual([
      [false, "/"],
      [true, "/"],
      [true, "/a.png"],
    ]);
  });

  describe("although the first link to the host began with http://", () => {
    /** Sends connections to a default port to a port of this machine. */
    function mapPorts(ports: Record<string, number>): void {
      const { connect } = Socket.prototype;
      jest.spyOn(Socket.prototype, "connect").mockImplementation(function (this: Socket, ...args: unknown[]) {
        const [options] = args.flat() as [{ port: number | string }];
        options.port = ports[options.port] ?? options.port;
        return Reflect.apply(connect, this, args);
      });
    }
    const portOf = ({ origin }: Site) => Number(new URL(origin).port);
    const pathsOf = ({ asked }: Site) => asked.map((request) => [isSecure(request), request.url]);
    const icon = (): Paths => ({ "/": '<link rel="icon" href="/a.png">', "/a.png": png });
    /** Nothing listens at this port. */
    const CLOSED = 1;
    /** In place of half of the three seconds. */
    const HALF_MS = 50;

    afterEach(() => jest.restoreAllMocks());

    test("an icon is found if port 80 is closed", async () => {
      const site = await startPaths(icon(), certificate);
      mapPorts({ 80: CLOSED, 443: portOf(site) });
      expect(await outcomeOf("http://site.example", trusting)).toBe("found");
      expect(pathsOf(site)).toEqual([
        [true, "/"],
        [true, "/a.png"],
      ]);
    });

    test("also at /favicon.ico", async () => {
      const site = await startPaths({ "/favicon.ico": png }, certificate);
      mapPorts({ 80: CLOSED, 443: portOf(site) });
      expect(await outcomeOf("http://site.example", trusting)).toBe("found");
    });

    describe("and half of the three seconds have passed without an answer", () => {
      beforeEach(() => {
        const { setTimeout: wait } = globalThis;
        jest
          .spyOn(globalThis, "setTimeout")
          .mockImplementation(((run: () => void, ms?: number) =>
            wait(run, ms === TIME_LIMIT_MS / 2 ? HALF_MS : ms)) as typeof setTimeout);
      });

      test("an icon is found over https", async () => {
        const [silent, site] = [await startSite(() => undefined), await startPaths(icon(), certificate)];
        mapPorts({ 80: portOf(silent), 443: portOf(site) });
        expect(await outcomeOf("http://site.example", trusting)).toBe("found");
      });

      test("but a redirect, an icon is found on the page that it leads to", async () => {
        const slow = await startSite((request, response) => {
          const answer = () => response.end(request.url === "/" ? '<link rel="icon" href="/a.png">' : png);
          setTimeout(answer, 4 * HALF_MS);
        });
        const moved = await startSite((_request, response) => {
          response.writeHead(301, { Location: `${slow.origin}/` }).end();
        });
        mapPorts({ 80: portOf(moved), 443: CLOSED });
        expect(await outcomeOf("http://site.example", trusting)).toBe("found");
      });

      test("/favicon.ico is found over http if port 443 is closed", async () => {
        const site = await startPaths({ "/": () => undefined, "/favicon.ico": png });
        mapPorts({ 80: portOf(site), 443: CLOSED });
        expect(await outcomeOf("http://site.example", trusting)).toBe("found");
      });
    });

    test("https is not tried if http answers, whatever it answers, or at another port", async () => {
      const [plain, secure] = [await startPaths({}), await startPaths(icon(), certificate)];
      mapPorts({ 80: portOf(plain), 443: portOf(secure), 8080: CLOSED });
      expect(await outcomeOf("http://site.example", trusting)).toBe("none");
      expect(await outcomeOf("http://site.example:8080", trusting)).toBe("unreachable");
      expect(secure.asked).toEqual([]);
    });

    test.each(["127.0.0.2", "10.0.0.1", "169.254.169.254", "::1"])(
      "a name that then resolves to %s gets no request",
      async (address) => {
        let lookUps = 0;
        const site = await startPaths(icon(), certificate);
        mapPorts({ 80: CLOSED, 443: portOf(site) });
        const resolve = async () => [++lookUps === 1 ? LOOPBACK : address];
        expect(await outcomeOf("http://site.example", { ...trusting, resolve })).toBe("unreachable");
        expect(lookUps).toBe(3);
        expect(site.asked).toEqual([]);
      },
    );
  });

  const BAD: [name: string, certificate: Certificate, trusted: readonly string[]][] = [
    ["nobody vouches for", certificate, []],
    ["another than the site has made", certificate, [makeCertificate({ names: ["site.example"] }).cert]],
    ...[{ names: ["other.example"] }, { names: ["site.example"], isExpired: true }].map(
      (options): [string, Certificate, readonly string[]] => {
        const bad = makeCertificate(options);
        return [JSON.stringify(options), bad, [bad.cert]];
      },
    ),
  ];

  test.each(BAD)("a site with a bad certificate gets no request: %s", async (_name, bad, trusted) => {
    const site = await startPaths({ "/favicon.ico": png }, bad);
    const network = { ...here, ...(trusted.length > 0 && { trusted }) };
    expect(await outcomeOf(site.origin, network)).toBe("unreachable");
    expect(site.asked).toEqual([]);
  });

  test.each(BAD)("nor after a redirect from http: %s", async (_name, bad, trusted) => {
    const toHttps: RequestListener = (request, response) => {
      if (isSecure(request)) response.end(png);
      else redirect(`${site.origin}${request.url}`)(request, response);
    };
    const site = await startSite(toHttps, bad);
    const network = { ...here, ...(trusted.length > 0 && { trusted }) };
    expect(await outcomeOf(site.origin.replace("https:", "http:"), network)).toBe("unreachable");
    expect(site.asked.map((request) => [isSecure(request), request.url])).toEqual([
      [false, "/"],
      [false, "/favicon.ico"],
    ]);
  });

  test.each([LOOPBACK, "10.0.0.1", "169.254.169.254", "::1", "::7f00:1", "::ffff:127.0.0.1"])(
    "a name that resolves to %s gets no request",
    async (address) => {
      const site = await startPaths({ "/favicon.ico": png }, certificate);
      const network: Network = { ...trusting, resolve: async () => [address], alsoAllowed: [], alsoAllowedPorts };
      expect(await outcomeOf(site.origin, network)).not.toBe("found");
      expect(site.asked).toEqual([]);
    },
  );

  test.each([
    "https://169.254.169.254/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "https://127.2.2.2:%port/secret",
    "https://[::ffff:127.0.0.1]:%port/secret",
    "http://[::1]:%port/secret",
  ])("a redirect to %s is not followed", async (target) => {
    const paths: Paths = { "/secret": png };
    const site = await startPaths(paths, certificate);
    const { port } = new URL(site.origin);
    paths["/"] = redirect(target.replace("%port", port));
    paths["/favicon.ico"] = redirect(target.replace("%port", port));
    expect(await outcomeOf(site.origin, trusting)).not.toBe("found");
    expect(site.asked.map(({ url }) => url)).toEqual(["/", "/favicon.ico"]);
  });

  test("a name whose address changes after the check gets no more requests (DNS rebinding)", async () => {
    let lookUps = 0;
    const site = await startPaths({ "/": '<link rel="icon" href="/secret.png">', "/secret.png": png }, certificate);
    const resolve = async () => [++lookUps === 1 ? LOOPBACK : "127.0.0.2"];
    expect(await outcomeOf(site.origin, { ...trusting, resolve })).toBe("none");
    expect(site.asked.map(({ url }) => url)).toEqual(["/"]);
  });

  test.each<[string, RequestListener]>([
    ["a body without end", (_request, response) => endlessly(response, () => Buffer.alloc(64 * 1024, "x"))],
    ["no body", (_request, response) => void response.write("<html>")],
  ])("a site that sends %s costs three seconds", async (_name, answer) => {
    const { origin } = await startSite(answer, certificate);
    expect(await withShortLimit(() => outcomeOf(origin, trusting))).not.toBe("found");
  });

  test("a site that never ends its handshake costs three seconds", async () => {
    const port = await listen(createTcpServer((socket) => socket.resume()));
    const origin = `https://site.example:${port}`;
    expect(await withShortLimit(() => outcomeOf(origin, trusting))).toBe("unreachable");
  });
});

test.each([
  ["as large as is read", 0, "found"],
  ["a byte larger", 1, "none"],
])("an icon that is %s", async (_name, excess, outcome) => {
  // Data after an image's end is not part of it.
  const padded = Buffer.concat([png, Buffer.alloc(MAX_BYTES - png.length + excess)]);
  expect(await outcomeOf((await startPaths({ "/favicon.ico": padded })).origin)).toBe(outcome);
});

test("a missing site is unreachable, which differs from having no icon", async () => {
  const site = await startPaths({});
  expect(await outcomeOf(site.origin)).toBe("none");
  for (const one of open) one.close();
  expect(await outcomeOf(site.origin)).toBe("unreachable");
  expect(await outcomeOf("http://nowhere.example", { resolve: async () => [], alsoAllowed: [] })).toBe("unreachable");
});
