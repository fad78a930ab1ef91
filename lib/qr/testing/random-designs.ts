import fc from "fast-check";
import { designSchema, QR_FINDER_SHAPES, QR_MODULE_SHAPES, type QrDesign } from "@/lib/qr/design";
import { QR_LEVELS } from "@/lib/qr/schema";
import { LOGO_KINDS, type LogoKind, logoOf } from "@/lib/qr/testing/designs";

/** A design, its logo, and a short URL to test it with. */
export type RandomDesign = { design: QrDesign; logoKind: LogoKind | null; shortUrl: string; seed: number };

const channel = (min: number, max: number) => fc.integer({ min, max });
const colour = (min: number, max: number) =>
  fc
    .tuple(channel(min, max), channel(min, max), channel(min, max))
    .map((channels) => channels.map((value) => value.toString(16).padStart(2, "0")).join(""));

function foreground(tone: fc.Arbitrary<string>) {
  const kind = <Kind extends string>(name: Kind) => fc.constant(name);
  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: kind("solid"), color: tone }) },
    fc.record({ kind: kind("linear"), from: tone, to: tone, angle: channel(0, 359) }),
    fc.record({ kind: kind("radial"), from: tone, to: tone }),
  );
}

/** A dark colour on a light one, a light one on a dark one, or either on a transparent background. */
const colours = fc.boolean().chain((inverted) => {
  const [dark, light] = [colour(0, 130), colour(150, 255)];
  return fc.record({
    inverted: fc.constant(inverted),
    foreground: foreground(inverted ? light : dark),
    background: fc.option(inverted ? dark : light, { freq: 4 }),
  });
});

const look = fc.record({
  modules: fc.constantFrom(...QR_MODULE_SHAPES),
  finders: fc.constantFrom(...QR_FINDER_SHAPES),
  logo: fc.option(
    channel(10, 30).map((percent) => logoOf(percent)),
    { freq: 4 },
  ),
  margin: fc.oneof({ weight: 3, arbitrary: channel(2, 6) }, channel(0, 16)),
  level: fc.constantFrom(...QR_LEVELS),
  frame: fc.option(
    fc.record({
      text: fc.constantFrom("Scan me", "Menu", "Wi-Fi in the lobby", "Ждём вас"),
      position: fc.constantFrom("top" as const, "bottom" as const),
    }),
    { freq: 2 },
  ),
});

/** Designs that the schema allows, whether or not they scan. */
const randomDesign: fc.Arbitrary<RandomDesign> = fc
  .record({
    design: fc.tuple(colours, look).map(([ground, rest]) => ({ ...ground, ...rest })),
    logoKind: fc.constantFrom(...LOGO_KINDS),
    shortUrl: fc
      .stringMatching(/^[a-z0-9-]{1,64}$/)
      .chain((code) =>
        fc.constantFrom(
          `https://hop.example/${code}?qr=1`,
          `https://go.acme.example/${code.slice(0, 7)}?qr=poster-hall-3`,
        ),
      ),
    seed: fc.integer({ min: 1, max: 2 ** 31 }),
  })
  .filter(({ design }) => designSchema.safeParse(design).success)
  .map(({ design, logoKind, ...rest }) => ({
    ...rest,
    design: designSchema.parse(design),
    logoKind: design.logo && logoKind,
  }));

export function randomDesigns(count: number, seed: number): RandomDesign[] {
  return fc.sample(randomDesign, { numRuns: count, seed });
}
