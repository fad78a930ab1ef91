/** The minimum contrast of text (WCAG 2.2, 1.4.3): phones can read such codes even in poor light. */
const QR_MIN_CONTRAST = 4.5;

export const QR_CONTRAST_TOO_LOW =
  "Scanners can't read these colours: the foreground must be much darker than the background";
export const QR_INVERTED_CONTRAST_TOO_LOW =
  "Scanners can't read these colours: in an inverted code, the foreground must be much lighter than the background";

/**
 * Whether scanners can tell two colours apart.
 *
 * @param dark six hexadecimal digits
 */
export function canBeScanned(dark: string, light: string): boolean {
  const contrast = (luminance(light) + 0.05) / (luminance(dark) + 0.05);
  // NaN for invalid colours, which have their own message.
  return Number.isNaN(contrast) || contrast >= QR_MIN_CONTRAST;
}

/** Symbol contrast of grade B (ISO/IEC 15415, 7.8.3): below it, scanners fail in poor light. On a scale of 255. */
const MIN_BRIGHTNESS_DIFFERENCE = 140;

/** Whether two colours clearly differ in brightness to a camera, which isn't quite the same as to the eye. */
export function isBrightnessApart(one: string, other: string): boolean {
  return Math.abs(brightness(one) - brightness(other)) >= MIN_BRIGHTNESS_DIFFERENCE;
}

/** Luma (ITU-R BT.601), 0 to 255: what scanners compute from an image. */
function brightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
