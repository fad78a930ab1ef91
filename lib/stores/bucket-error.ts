import { S3ServiceException } from "@aws-sdk/client-s3";
import { StoreError } from "@/lib/stores/store";

const KEYS = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
const DENIED = `check ${KEYS} and the key's permissions on the bucket`;
const NO_KEY = `set ${KEYS}, or give this machine a role`;
const SKEWED = "correct the clock of this machine, which differs from the storage's";
const ELSEWHERE = "the bucket is in another region or at another address: correct AWS_REGION or AWS_ENDPOINT_URL";
const UNREACHABLE = "check AWS_ENDPOINT_URL, and the network and firewalls between Hop and the storage";
const NOT_S3 = "AWS_ENDPOINT_URL may point to a website or a proxy: correct it";
const IN_TROUBLE = "the storage is overloaded or down; Hop will retry";

/** Socket errors. */
const SOCKET =
  /^(?:E(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|PIPE|PROTO)|EAI_AGAIN|ERR_(?:SSL|TLS)_\w+)$/;
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
/** Certificates that no authority can make valid. */
const CERTIFICATE_REMEDIES: Partial<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has an expired certificate: renew it, or correct the clock of this machine",
  CERT_NOT_YET_VALID: "has a certificate that is not valid yet: correct the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate of another host: correct AWS_ENDPOINT_URL, or the certificate",
};

/**
 * @throws StoreError with one sentence, without the storage's own text, which may repeat the key or the signed
 *   request. An error from a signal is rethrown unchanged
 */
export function explainBucketError(error: unknown, address: string): never {
  if (error instanceof Error && error.name === "AbortError") throw error;
  throw new StoreError(`${address} ${error instanceof S3ServiceException ? refusalOf(error) : failureOf(error)}`);
}

function failureOf(error: unknown): string {
  const { name = "" } = error as Partial<Error>;
  const code = codeOf(error);
  if (name === "CredentialsProviderError") return `cannot be used without a key: ${NO_KEY}`;
  const certificate = CERTIFICATE_REMEDIES[code];
  if (certificate) return certificate;
  if (CERTIFICATE.test(code))
    return `has a certificate that is not trusted (${code}): set NODE_EXTRA_CA_CERTS to the file of its authority`;
  // The socket of a body that was cut off.
  if (SOCKET.test(code)) return `cannot be reached, or the connection broke (${code}): ${UNREACHABLE}`;
  if (name === "TimeoutError" || code === "ETIMEDOUT") return `did not answer in time: ${UNREACHABLE}`;
  return `did not give a valid S3 response (${/^\w{1,60}$/.test(name) ? name : "unknown"}): ${NOT_S3}`;
}

function refusalOf(error: S3ServiceException): string {
  const status = error.$metadata.httpStatusCode ?? 0;
  const name = /^\w{1,60}$/.test(error.name) ? error.name : "unknown";
  const answer = `${status} ${name}`;
  if (name === "NoSuchBucket") return `does not exist (${answer}): create the bucket, or correct BACKUP_TO`;
  if (name === "NoSuchKey") return `has no such backup (${answer}): hop backups lists the ones it has`;
  if (name === "RequestTimeTooSkewed") return `refused access (${answer}): ${SKEWED}`;
  if ((status >= 300 && status < 400) || name === "AuthorizationHeaderMalformed")
    return `returned ${answer}: ${ELSEWHERE}`;
  if (status === 401 || status === 403) return `refused access (${answer}): ${DENIED}`;
  if (status >= 500 || status === 429)
    return `returned ${answer} in each of ${error.$metadata.attempts ?? 1} attempts: ${IN_TROUBLE}`;
  return `refused the request (${answer}): look up this error in the storage's documentation`;
}

/** An AggregateError, from a host with several addresses, has the code in its parts. */
function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  if (typeof code === "string") return code;
  const [first = cause] = errors ?? [];
  return first === undefined ? "" : codeOf(first);
}
