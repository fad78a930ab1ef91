import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { env } from "@/lib/env";

/** The only key that S3rver knows; it checks signatures. */
const KEY = "S3RVER";
export const BUCKET = "backups";

/** Handles a request instead of the server; returns false to let the server answer. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export type S3Server = Awaited<ReturnType<typeof startS3>>;

/** Starts S3rver on a folder, with injected faults, and with the calls for unfinished uploads, which it lacks. */
export async function startS3() {
  const directory = mkdtempSync(path.join(tmpdir(), "hop-s3-"));
  const options = { directory, silent: true, configureBuckets: [{ name: BUCKET }] };
  const s3 = new S3rver(options);
  await s3.configureBuckets();
  const answer = s3.callback();
  // It expects lists to be signed without the slash after the bucket.
  const answerList = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const state: { fault: Fault | undefined; requests: string[] } = { fault: undefined, requests: [] };
  const uploads = path.join(directory, BUCKET, "._S3rver_uploads");
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${request.url}`);
    if (state.fault?.(request, response)) return;
    if (answerUploads(request, response, uploads)) return;
    const isList = request.url?.startsWith(`/${BUCKET}/?`);
    (isList ? answerList : answer)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // biome-ignore lint/style/noProcessEnv: where the SDK looks
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: KEY });
  Object.assign(env(), { AWS_ENDPOINT_URL: endpoint, AWS_REGION: "us-east-1" });
  return {
    state,
    directory,
    endpoint,
    unfinishedUploads: () => listUploads(uploads).map(({ key }) => key),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function listUploads(folder: string): { id: string; key: string }[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder).map((id) => ({ id, key: readFileSync(path.join(folder, id, "key"), "utf8") }));
}

/** ListMultipartUploads and AbortMultipartUpload (Amazon S3 API reference). */
function answerUploads(request: IncomingMessage, response: ServerResponse, folder: string): boolean {
  const { searchParams } = new URL(request.url ?? "", "http://s3");
  const id = searchParams.get("uploadId");
  if (request.method === "DELETE" && id) {
    rmSync(path.join(folder, id), { recursive: true });
    response.writeHead(204).end();
    return true;
  }
  if (request.method !== "GET" || !searchParams.has("uploads")) return false;
  const found = listUploads(folder).filter(({ key }) => key.startsWith(searchParams.get("prefix") ?? ""));
  const items = found.map((one) => `<Upload><Key>${one.key}</Key><UploadId>${one.id}</UploadId></Upload>`);
  response.end(`<ListMultipartUploadsResult>${items.join("")}</ListMultipartUploadsResult>`);
  return true;
}

/** An S3 error response, which repeats the key as S3 does. */
export function refuse(status: number, code: string): Fault {
  return (request, response) => {
    request.resume();
    response
      .writeHead(status, { "content-type": "application/xml" })
      .end(
        `<Error><Code>${code}</Code><Message>hunter2 ${KEY}</Message><AWSAccessKeyId>${KEY}</AWSAccessKeyId></Error>`,
      );
    return true;
  };
}
