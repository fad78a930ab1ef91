import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { answerFor } from "@/lib/redirect/answer";
import { createClientIpRule } from "@/lib/redirect/client-ip";
import { interceptVisits } from "@/lib/redirect/connections";
import { createAppProxy } from "@/server/front/app-proxy";
import { toOriginForm } from "@/server/front/origin-form";
import { refuseUnreadable } from "@/server/front/refusal";

const LINK = { id: "1", status: "active", destination: "https://example.com/" } as const;

export type FrontAndApp = {
  app: Server;
  front: Server;
  /** A connection to the front. */
  dial: () => Socket;
  close: () => Promise<void>;
};

/**
 * A front in front of an app, as in production, but with a single link: /abc, which is answered after a while.
 *
 * @param options.onCall handles calls in the app
 */
export async function startFrontAndApp(options: { onCall: RequestListener; replyMs: number }): Promise<FrontAndApp> {
  const folder = mkdtempSync(path.join(tmpdir(), "hop-front-"));
  const socketPath = path.join(folder, "app.sock");
  const app = createServer(options.onCall).listen(socketPath);
  const proxy = createAppProxy(socketPath, createClientIpRule([]));
  const front = createServer((request, response) => {
    toOriginForm(request);
    if (request.url !== "/abc") return proxy.pass(request, response);
    response.writeHead(302, { "Content-Length": 0 }).end();
  });
  front.on("clientError", refuseUnreadable);
  const visitors = interceptVisits(front, ({ target }, _peer, reply) => {
    if (target !== "/abc") return false;
    setTimeout(() => reply(answerFor(LINK)), options.replyMs);
    return true;
  });
  front.listen(0, "127.0.0.1");
  await Promise.all([once(app, "listening"), once(front, "listening")]);
  return {
    app,
    front,
    dial: () => connect((front.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined),
    close: async () => {
      visitors.cut();
      proxy.close();
      for (const server of [front, app]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
