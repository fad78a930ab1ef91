import { PassThrough, Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { env } from "@/lib/env";
import { explainBucketError } from "@/lib/stores/bucket-error";
import { cutIntoParts } from "@/lib/stores/parts";
import { pump } from "@/lib/stores/pump";
import { isBackupName, type Store, type StoredFile } from "@/lib/stores/store";

/** All parts but the last have the same size, as some storages require. S3 allows 10,000 parts, which makes 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_ATTEMPTS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** Timeout without a byte sent or received. */
const IDLE_TIMEOUT_MS = 60_000;
/** Cleaning up must not delay Hop's shutdown, which waits 8 seconds. */
const CLEAN_UP_TIMEOUT_MS = 4_000;
const PROBE_NAME = "hop-check";

type BucketOptions = { partBytes?: number; idleTimeoutMs?: number };

type Bucket = { address: string; client: S3Client; bucket: string; prefix: string; partBytes: number };

/** A store below a prefix of a bucket of Amazon S3 or a compatible storage. */
export function openBucket(
  { bucket, prefix }: { bucket: string; prefix: string },
  address: string,
  { partBytes = PART_BYTES, idleTimeoutMs = IDLE_TIMEOUT_MS }: BucketOptions = {},
): Store {
  const on: Bucket = { address, client: openClient(address, idleTimeoutMs), bucket, prefix, partBytes };
  return {
    address,
    write: async (name, produce, signal) => {
      const target = new PassThrough();
      return pump(target, { produce, consume: upload(on, { name, body: target, signal }), signal });
    },
    read: (name, signal) => read(on, name, signal),
    remove: (name) => remove(on, name),
    list: () => list(on),
    check: () => check(on),
  };
}

/** The client takes its key from AWS_ACCESS_KEY_ID and so on, or from the SDK's other sources. */
function openClient(address: string, idleTimeoutMs: number): S3Client {
  const { AWS_ENDPOINT_URL, AWS_REGION } = env();
  // biome-ignore lint/style/noProcessEnv: Hop warns of an old Node itself
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";
  const client = new S3Client({
    region: AWS_REGION,
    // Compatible storages rarely have a name per bucket.
    ...(AWS_ENDPOINT_URL !== undefined && { endpoint: AWS_ENDPOINT_URL, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    // Not every compatible storage knows the newer checksums; backups are read back and verified.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: idleTimeoutMs },
  });
  const explain = (error: unknown) => explainBucketError(error, address);
  client.middlewareStack.add((next) => (request) => next(request).catch(explain), { step: "initialize" });
  return client;
}

type Upload = { name: string; body: Readable; signal: AbortSignal };

/** A small file in one request, a larger one in parts. */
async function upload(on: Bucket, { name, body, signal: abortSignal }: Upload): Promise<void> {
  const object = { Bucket: on.bucket, Key: on.prefix + name };
  const done: CompletedPart[] = [];
  let UploadId: string | undefined;
  try {
    for await (const { bytes: Body, isLast } of cutIntoParts(body, on.partBytes)) {
      if (isLast && done.length === 0) {
        await on.client.send(new PutObjectCommand({ ...object, Body }), { abortSignal });
        return;
      }
      UploadId ??= (await on.client.send(new CreateMultipartUploadCommand(object), { abortSignal })).UploadId;
      const PartNumber = done.length + 1;
      const command = new UploadPartCommand({ ...object, UploadId, PartNumber, Body });
      const { ETag } = await on.client.send(command, { abortSignal });
      done.push({ PartNumber, ETag });
    }
    const command = new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: done } });
    await on.client.send(command, { abortSignal });
  } catch (error) {
    // Parts cost money until they are removed. Any that remain are removed before the next attempt.
    const cleanUp = { abortSignal: AbortSignal.timeout(CLEAN_UP_TIMEOUT_MS) };
    if (UploadId) {
      await on.client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), cleanUp).catch(() => undefined);
    }
    throw error;
  }
}

async function read(on: Bucket, name: string, abortSignal: AbortSignal): Promise<Readable> {
  const command = new GetObjectCommand({ Bucket: on.bucket, Key: on.prefix + name });
  const { Body } = await on.client.send(command, { abortSignal });
  if (!(Body instanceof Readable)) throw new Error("the response has no body");
  return Readable.from(explained(Body, on.address, abortSignal), { objectMode: false });
}

/** Explains errors that the SDK throws after a response's headers, which its middleware doesn't see. */
async function* explained(body: Readable, address: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    signal.throwIfAborted();
    explainBucketError(error, address);
  }
}

async function remove(on: Bucket, name: string): Promise<void> {
  const object = { Bucket: on.bucket, Key: on.prefix + name };
  await on.client.send(new DeleteObjectCommand(object));
  const uploads = await on.client.send(new ListMultipartUploadsCommand({ Bucket: on.bucket, Prefix: object.Key }));
  for (const { Key, UploadId } of uploads.Uploads ?? []) {
    if (Key === object.Key) await on.client.send(new AbortMultipartUploadCommand({ ...object, UploadId }));
  }
}

async function list(on: Bucket): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await on.client.send(
      new ListObjectsV2Command({ Bucket: on.bucket, Prefix: `${on.prefix}hop-`, ContinuationToken }),
    );
    for (const { Key = "", Size = 0 } of page.Contents ?? []) {
      const name = Key.slice(on.prefix.length);
      if (isBackupName(name)) files.push({ name, bytes: Size });
    }
    ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (ContinuationToken);
  return files.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Begins a multipart upload, which requires write permission, and aborts it. */
async function check(on: Bucket): Promise<void> {
  const object = { Bucket: on.bucket, Key: `${on.prefix}${PROBE_NAME}` };
  const { UploadId } = await on.client.send(new CreateMultipartUploadCommand(object));
  await on.client.send(new AbortMultipartUploadCommand({ ...object, UploadId }));
}
