import sharp from "sharp";
import { proveDesign } from "@/lib/qr/studio";
import { cleanedLogo, designWith, type LogoKind, logoOf } from "@/lib/qr/testing/designs";
import { MAX_CONTENT, MIN_CONTENT, proveRandom } from "@/lib/qr/testing/prove-random";
import { findUnread } from "@/lib/qr/testing/third-decoder";

// lib/favicons/to-icon.ts blocks loaders for its whole process, in which its tests may have run before.
sharp.unblock({ operation: ["VipsForeignLoad"] });

/** `npm run test:faults` proves 500. */
const DESIGNS = 40;
const SEED = 20_261;

test(`of ${DESIGNS} random designs, zbar reads those that the proof accepts, even turned, tilted and with noise`, async () => {
  const { accepted, unread } = await proveRandom(DESIGNS, SEED);
  expect(unread).toEqual([]);
  // Otherwise the proof would be useless.
  expect(accepted).toBeGreaterThan(DESIGNS / 2);
});

const solid = (color: string) => ({ foreground: { kind: "solid", color } });
const prove = async (changes: object, kind?: LogoKind) => {
  const design = designWith(changes);
  const logo = design.logo && (await cleanedLogo(kind)).png;
  return { design, logo, proof: await proveDesign({ design, logo, contents: [MAX_CONTENT, MIN_CONTENT] }) };
};

describe("designs that are known not to scan are refused", () => {
  test.each<[string, object, LogoKind]>([
    ["no quiet zone: finders merge with what is around", { margin: 0, background: null }, "disc"],
    ["a frame that touches the code", { margin: 0, frame: { text: "Scan me", position: "top" } }, "disc"],
    ["colours of little difference, inverted", { ...solid("c8b8b8"), background: "3c3c4a", inverted: true }, "disc"],
    [
      "a gradient that ends in grey",
      { foreground: { kind: "radial", from: "000000", to: "747474" }, margin: 0 },
      "disc",
    ],
    ["a striped logo on the alignment patterns of a long code", { logo: logoOf(30), level: "H" }, "stripes"],
    ["a logo like a finder, in a code without a quiet zone", { logo: logoOf(30), margin: 0 }, "finder"],
    [
      "modules of a noisy logo, joined, light on dark",
      { ...solid("b8b8b8"), background: "3c3c3c", inverted: true, modules: "connected", logo: logoOf(30) },
      "noise",
    ],
  ])("%s", async (_name, changes, kind) => {
    const { proof } = await prove(changes, kind);
    expect(proof).toMatchObject({ ok: false, reason: expect.any(String) });
  });
});

/** The proof once accepted them, though zbar didn't read them at all or when turned. */
describe("designs that zbar has failed at are refused, or it reads them", () => {
  const shapes = { modules: "dots", finders: "circle" };
  test.each<[string, object, LogoKind]>([
    ...[15, 18, 21].map((percent): [string, object, LogoKind] => [
      `a disc with a cross on ${percent} %`,
      { logo: logoOf(percent), level: "H" },
      "cross",
    ]),
    ["round corners with a logo", { ...shapes, logo: logoOf(20) }, "disc"],
    ["round corners, inverted", { ...shapes, ...solid("ffffff"), background: "111827", inverted: true }, "disc"],
  ])("%s", async (_name, changes, kind) => {
    const { proof, ...look } = await prove(changes, kind);
    if (!proof.ok) return;
    expect(await findUnread({ content: MIN_CONTENT, ...look })).toEqual([]);
    expect(await findUnread({ content: MAX_CONTENT, ...look })).toEqual([]);
  });
});

test.each<[string, object, LogoKind]>([
  ["a logo on 20 % of squares", { logo: logoOf(20), level: "H", ...solid("14213d") }, "lightTile"],
  [
    "a logo on 15 % of dots with round corners",
    { logo: logoOf(15), level: "H", modules: "dots", finders: "circle" },
    "cross",
  ],
  [
    "a wordmark on 20 % of rounded modules",
    { logo: logoOf(20), level: "H", modules: "rounded", finders: "rounded" },
    "wordmark",
  ],
])("typical brand designs are accepted: %s", async (_name, changes, kind) => {
  expect((await prove(changes, kind)).proof).toMatchObject({ ok: true });
});
