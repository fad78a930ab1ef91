import jsQR from "jsqr";
import QRCode from "qrcode";
import { QR_LEVELS, type QrLevel } from "@/lib/qr/schema";
import { dataModules } from "@/lib/qr/symbol/codewords";
import { encodeQr } from "@/lib/qr/symbol/encode";
import { toGrid } from "@/lib/qr/symbol/grid";
import { penaltyOf } from "@/lib/qr/symbol/penalty";
import { BYTES, bitsOf, NUMERIC, toSegments } from "@/lib/qr/symbol/segments";

/** Pseudo-random whole numbers below a limit, the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const versionOf = (size: number) => (size - 17) / 4;

/** The mask that the symbol's format bits name (ISO/IEC 18004, figure 25). */
function maskOf({ size, data }: ReturnType<typeof encodeQr>): number {
  const bits = [2, 3, 4].map((column) => data[8 * size + column] ?? 0);
  return Number.parseInt(bits.join(""), 2) ^ 0b101;
}

/** The same symbol made by another encoder, with only our segments, version and mask. */
function byLibrary(content: string, level: QrLevel, { version, mask }: { version: number; mask: number }) {
  const segments = toSegments(Buffer.from(content), version).map(({ mode, bytes }) =>
    mode === BYTES
      ? { data: bytes, mode: "byte" }
      : { data: Buffer.from(bytes).toString(), mode: mode === NUMERIC ? "numeric" : "alphanumeric" },
  );
  const options = { version, errorCorrectionLevel: level, maskPattern: mask } as QRCode.QRCodeOptions;
  return QRCode.create(segments as QRCode.QRCodeSegment[], options).modules;
}

/** Text with all three modes. */
const text = (length: number) => `https://hop.example/${"Spring-2026/ABC".repeat(300)}`.slice(0, length);

const penalty = (modules: ArrayLike<number>, size: number) =>
  penaltyOf(
    toGrid(size, (at) => modules[at] === 1),
    size,
  );

describe.each(QR_LEVELS)("at level %s", (level) => {
  test("symbols of all versions equal those of another encoder", () => {
    for (let version = 1; version <= 40; version++) {
      // Fits at every level, and leaves some room for padding.
      const content = text(Math.floor((0.3 * dataModules(version)) / 8));
      const symbol = encodeQr(content, level, version);
      const { size, data } = byLibrary(content, level, { version, mask: maskOf(symbol) });
      expect([version, symbol.size]).toEqual([version, size]);
      expect(Buffer.from(symbol.data).equals(Buffer.from(data))).toBe(true);
    }
  });

  test("the symbol is never larger than another encoder's, and both are full at the same length", () => {
    for (const content of ["1", "HOP", "https://hop.example/Spring_Sale?qr=1", text(97), "é", "7".repeat(400)]) {
      expect(encodeQr(content, level).size).toBeLessThanOrEqual(
        QRCode.create(content, { errorCorrectionLevel: level }).modules.size,
      );
    }
    const digits = { L: 7089, M: 5596, Q: 3993, H: 3057 }[level];
    expect(encodeQr("1".repeat(digits), level).size).toBe(177);
    expect(() => encodeQr("1".repeat(digits + 1), level)).toThrow("The text is too long for a QR code");
  });
});

test("a larger version can be requested", () => {
  expect(encodeQr("hop", "M", 7).size).toBe(45);
  expect(encodeQr(text(500), "M", 7).size).toBe(encodeQr(text(500), "M").size);
});

test("the mask is the one with the fewest points", () => {
  for (const content of ["a", "https://hop.example/x?qr=1", text(300)]) {
    const symbol = encodeQr(content, "M");
    const version = versionOf(symbol.size);
    const penalties = Array.from({ length: 8 }, (_, mask) => {
      const { size, data } = byLibrary(content, "M", { version, mask });
      return penalty(data, size);
    });
    expect(new Set(penalties).size).toBeGreaterThan(1);
    expect(penalty(symbol.data, symbol.size)).toBe(Math.min(...penalties));
  }
});

test("points are counted for runs, squares, finder-like patterns and imbalance", () => {
  const size = 12;
  const chessboard = Uint8Array.from({ length: size * size }, (_, at) => (Math.floor(at / size) + at) % 2);
  expect(penalty(chessboard, size)).toBe(0);
  const withRow = (row: string) => {
    const modules = chessboard.slice();
    for (const [column, module] of [...row].entries()) modules[5 * size + column] = Number(module);
    return modules;
  };
  // Six light modules in a row: 3 points and 1; none of the rows beside it agrees with two of them.
  expect(penalty(withRow("101000000101"), size)).toBe(4);
  // Like a finder, beside four light modules.
  expect(penalty(withRow("101110100001"), size) - penalty(withRow("101110110001"), size)).toBeGreaterThanOrEqual(40);
  // 276 runs of 12, 121 squares, and 50 % more than half.
  const dark = new Uint8Array(size * size).fill(1);
  expect(penalty(dark, size)).toBe(2 * size * (3 + 7) + 121 * 3 + 100);
});

test.each([21, 32, 33, 65])("points of random symbols of %i modules equal a count module by module", (size) => {
  const random = randomFrom(size);
  for (let round = 0; round < 10; round++) {
    // Mostly of one colour, so that there is much to count.
    const modules = Array.from({ length: size * size }, () => (random(10) < 1 + round ? 1 : 0));
    expect(penalty(modules, size)).toBe(countPoints(modules, size));
  }
});

/** A literal implementation of ISO/IEC 18004, table 11. */
function countPoints(modules: readonly number[], size: number): number {
  const rows = Array.from({ length: size }, (_, row) => modules.slice(row * size, (row + 1) * size).join(""));
  const columns = rows.map((_, column) => rows.map((row) => row[column]).join(""));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let row = 1; row < size; row++) {
    for (let column = 1; column < size; column++) {
      const square = [rows[row - 1], rows[row]].map((line) => line?.slice(column - 1, column + 1)).join("");
      if (square === "0000" || square === "1111") points += 3;
    }
  }
  const percentDark = (100 * modules.filter(Boolean).length) / modules.length;
  return points + 10 * Math.floor(Math.abs(percentDark - 50) / 5);
}

test("modes are chosen so that the fewest bits are needed", () => {
  const modesOf = (content: string) =>
    toSegments(Buffer.from(content), 3).map(({ mode, bytes }) => [mode.indicator, Buffer.from(bytes).toString()]);
  expect(modesOf("HOP.EXAMPLE/A1")).toEqual([[2, "HOP.EXAMPLE/A1"]]);
  expect(modesOf("12345")).toEqual([[1, "12345"]]);
  // Two digits are not worth a segment of their own; twelve are.
  expect(modesOf("hop12ab")).toEqual([[4, "hop12ab"]]);
  expect(modesOf("hop123456789012ab")).toEqual([
    [4, "hop"],
    [1, "123456789012"],
    [4, "ab"],
  ]);
  const bits = (content: string) =>
    toSegments(Buffer.from(content), 3).reduce((sum, segment) => sum + bitsOf(segment, 3), 0);
  expect(bits("hop123456789012ab")).toBe(4 + 8 + 24 + (4 + 10 + 40) + (4 + 8 + 16));
});

test("random texts decode to themselves", () => {
  const random = randomFrom(7);
  const alphabets = ["0123456789", "ABC $%*+-./:", "abcdefghijklmnopqrstuvwxyz?=&_~"];
  for (let round = 0; round < 60; round++) {
    const content = Array.from({ length: 1 + random(20) }, () => {
      const alphabet = alphabets[random(3)] ?? "";
      return Array.from({ length: 1 + random(9) }, () => alphabet[random(alphabet.length)]).join("");
    }).join("");
    const { size, data } = encodeQr(content, QR_LEVELS[random(4)] ?? "M");
    expect(decode(data, size)).toBe(content);
  }
});

/** Decodes a symbol, drawn with four pixels per module and a quiet zone. */
function decode(modules: Uint8Array, size: number): string | undefined {
  const width = 4 * (size + 8);
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let y = 0; y < 4 * size; y++) {
    for (let x = 0; x < 4 * size; x++) {
      if (modules[(y >> 2) * size + (x >> 2)])
        pixels.fill(0, 4 * ((y + 16) * width + x + 16), 4 * ((y + 16) * width + x + 16) + 3);
    }
  }
  return jsQR(pixels, width, width, { inversionAttempts: "dontInvert" })?.data;
}
