import { createServer, type Server } from "node:net";
import { TLSSocket } from "node:tls";

/** A server that agrees to TLS as Postgres does ("Message Flow", SSL session encryption), and then says nothing. */
export async function startTlsDatabase(certificate: { cert: string; key: string }): Promise<{
  /** Without sslmode. */
  url: string;
  server: Server;
}> {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, ...certificate }).on("error", () => undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `postgresql://hop@127.0.0.1:${port}/hop`, server };
}
