import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { addNoise, createRandom, type Grey, negate, type Pose, photograph, toGrey } from "@/lib/qr/child/grey";
import { modulesOf, widthOf } from "@/lib/qr/drawing/drawing";
import { renderDesign } from "@/lib/qr/studio";
import type { DesignedCode } from "@/lib/qr/studio-types";

const WIDTH_PIXELS = 640;
/** Pixels per module, and angles in degrees: people move their phone until it reads the code. */
const TAKES = [
  { pixels: 5, turned: 0 },
  { pixels: 5.8, turned: 1.5 },
  { pixels: 4.5, turned: -2 },
  { pixels: 6.5, turned: 3 },
  { pixels: 7.4, turned: -1 },
];
const NOISE = 14;

const SITUATIONS: { name: string; pose: Omit<Pose, "scale">; noise?: number }[] = [
  { name: "as it is", pose: {} },
  ...[7, 21, 33, 45, -40].map((angle) => ({ name: `turned by ${angle} degrees`, pose: { angle } })),
  { name: "seen from below", pose: { angle: 5, tilt: 0.1 } },
  { name: "seen from the side", pose: { angle: 94, tilt: 0.1 } },
  { name: "with noise", pose: { angle: -3 }, noise: NOISE },
];

/**
 * Conditions under which zbar, which the proof doesn't use, can't read a code. Inverted codes are negated, since zbar
 * can't read them.
 */
export async function findUnread({ content, ...look }: DesignedCode, seed = 1): Promise<string[]> {
  const { design } = look;
  const image = await renderDesign({ content, ...look, format: "png", size: { px: WIDTH_PIXELS } });
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const grey = toGrey({ data, width: info.width, height: info.height }, () => (design.inverted ? 0 : 255));
  const code = design.inverted ? negate(grey) : grey;
  const drawn = Math.floor(WIDTH_PIXELS / widthOf(modulesOf(content, design).size, design.margin, design));
  const next = createRandom(seed);
  let unread = SITUATIONS;
  for (const { pixels, turned } of TAKES) {
    const photos = unread.map(({ pose, noise }) => {
      const photo = photograph(code, { ...pose, angle: (pose.angle ?? 0) + turned, scale: pixels / drawn });
      return noise ? addNoise(photo, noise, next) : photo;
    });
    const texts = await readWithZbar(photos);
    unread = unread.filter((_, index) => texts[index] !== content);
    if (unread.length === 0) break;
  }
  return unread.map(({ name }) => name);
}

/** The text of the code in each picture. One process for all. */
async function readWithZbar(photos: readonly Grey[]): Promise<(string | undefined)[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "hop-zbar-"));
  try {
    const files = photos.map((_, index) => path.join(folder, `${index}.pgm`));
    await Promise.all(photos.map((photo, index) => writeFile(files[index] ?? "", toPgm(photo))));
    const xml = await runZbar(files);
    return files.map((file) => {
      const found = xml.split("<source ").find((part) => part.startsWith(`href='${file}'`));
      return /<data><!\[CDATA\[(.*?)\]\]>/s.exec(found ?? "")?.[1];
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function toPgm({ data, width, height }: Grey): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
}

const NO_CODE_FOUND = 4;

function runZbar(files: readonly string[]): Promise<string> {
  const args = ["--xml", "--quiet", "--nodbus", "-Sdisable", "-Sqrcode.enable", ...files];
  return new Promise((resolve, reject) => {
    execFile("zbarimg", args, (error, stdout) => {
      if (!error || error.code === NO_CODE_FOUND) resolve(stdout);
      else if (error.code === "ENOENT") reject(new Error("zbarimg is missing: install the package zbar-tools."));
      else reject(error);
    });
  });
}
