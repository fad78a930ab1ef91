/**
 * Start and end of a linear gradient that covers a square from 0, 0.
 *
 * @param angle degrees clockwise; 0 runs from left to right
 */
export function gradientLine(size: number, angle: number): [x1: number, y1: number, x2: number, y2: number] {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const reach = (size / 2) * (Math.abs(cos) + Math.abs(sin));
  const middle = size / 2;
  return [middle - cos * reach, middle - sin * reach, middle + cos * reach, middle + sin * reach];
}
