import { generateKeyPairSync, sign } from "node:crypto";
import { isIPv4 } from "node:net";

type Options = {
  /** The host names and IPv4 addresses of the certificate. */
  names?: string[];
  isExpired?: boolean;
};

/** A self-signed certificate and its key, both as PEM (RFC 5280). */
export function makeCertificate({ names = ["localhost"], isExpired = false }: Options = {}): {
  cert: string;
  key: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from("Hop test")))));
  const validity = isExpired ? der(0x30, utcTime(-2), utcTime(-1)) : der(0x30, utcTime(-1), utcTime(1));
  const algorithm = der(0x30, oid("2a8648ce3d040302"));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(0x30, der(0x30, oid("551d11"), der(0x04, der(0x30, ...names.map(alternativeName)))))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const cert = der(0x30, body, algorithm, signature).toString("base64");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function alternativeName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

/** ITU-T X.690: tag, length, contents. */
function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function utcTime(daysFromNow: number): Buffer {
  const text = new Date(Date.now() + daysFromNow * 86_400_000).toISOString().replace(/[-:T]/g, "");
  return der(0x17, Buffer.from(`${text.slice(2, 14)}Z`));
}
