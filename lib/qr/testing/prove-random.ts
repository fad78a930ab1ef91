import { proveDesign } from "@/lib/qr/studio";
import { cleanedLogo, type LogoKind } from "@/lib/qr/testing/designs";
import { type RandomDesign, randomDesigns } from "@/lib/qr/testing/random-designs";
import { findUnread } from "@/lib/qr/testing/third-decoder";

/** The longest content that codes have with a base URL of usual length. */
export const MAX_CONTENT = `https://go.acme-brand.example/${"x".repeat(64)}?qr=${"x".repeat(32)}`;
export const MIN_CONTENT = "https://go.acme-brand.example/x?qr=1";
const AT_ONCE = 2;

type Tried = { accepted: number; refused: Map<string, number>; unread: string[] };

/** Proves random designs, and tests the accepted ones with zbar, for a short URL and for the longest content. */
export async function proveRandom(count: number, seed: number): Promise<Tried> {
  const waiting = randomDesigns(count, seed);
  const tried: Tried = { accepted: 0, refused: new Map(), unread: [] };
  const logos = new Map<LogoKind, Promise<Buffer>>();
  const logoOf = (kind: LogoKind) => {
    const logo = logos.get(kind) ?? cleanedLogo(kind).then(({ png }) => png);
    logos.set(kind, logo);
    return logo;
  };
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await tryOne(next, next.logoKind && (await logoOf(next.logoKind)), tried);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tried;
}

async function tryOne({ design, logoKind, shortUrl, seed }: RandomDesign, logo: Buffer | null, tried: Tried) {
  const proof = await proveDesign({ design, logo, contents: [MAX_CONTENT, MIN_CONTENT], explainMs: 0 });
  if (!proof.ok) {
    tried.refused.set(proof.check, (tried.refused.get(proof.check) ?? 0) + 1);
    return;
  }
  tried.accepted++;
  const content = seed % 3 === 0 ? MAX_CONTENT : shortUrl;
  const situations = await findUnread({ content, design, logo }, seed);
  if (situations.length > 0)
    tried.unread.push(`${situations.join(", ")}: ${content} ${logoKind} ${JSON.stringify(design)}`);
}
