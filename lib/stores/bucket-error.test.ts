import { explainBucketError } from "@/lib/stores/bucket-error";

test.each([
  ["CERT_HAS_EXPIRED", "has an expired certificate: renew it, or correct the clock of this machine"],
  ["CERT_NOT_YET_VALID", "has a certificate that is not valid yet: correct the clock of this machine"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "has a certificate of another host: correct AWS_ENDPOINT_URL, or the certificate"],
  [
    "SELF_SIGNED_CERT_IN_CHAIN",
    "has a certificate that is not trusted (SELF_SIGNED_CERT_IN_CHAIN): set NODE_EXTRA_CA_CERTS to the file of its authority",
  ],
])("a storage with a certificate that is refused: %s", (code, message) => {
  const error = Object.assign(new Error("of TLS"), { code });
  expect(() => explainBucketError(error, "s3://backups/hop")).toThrow(`s3://backups/hop ${message}`);
});
