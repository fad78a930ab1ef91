import type { QrDesign } from "@/lib/qr/design";

type Shapes = Pick<QrDesign, "modules" | "finders">;

/** Some dark modules beside a finder pattern, in a field of 9 by 9. */
const MODULES: readonly [x: number, y: number][] = [
  [8, 0],
  [8, 1],
  [8, 2],
  [8, 4],
  [8, 6],
  [0, 8],
  [1, 8],
  [3, 8],
  [4, 8],
  [5, 8],
  [8, 8],
];

/** A sketch of a code's corner, which shows its shapes without rendering a code. */
export function ShapeSketch({ modules, finders }: Shapes) {
  return (
    <svg aria-hidden="true" viewBox="-0.5 -0.5 10 10" fill="currentColor" className="size-9">
      <Finder finders={finders} />
      {modules === "connected" ? (
        <Runs />
      ) : (
        MODULES.map(([x, y]) => <Module key={`${x}-${y}`} x={x} y={y} modules={modules} />)
      )}
    </svg>
  );
}

const FINDER_RADII = { square: [0, 0], rounded: [1.6, 0.7], circle: [1.6, 1.2] } as const;

function Finder({ finders }: Pick<Shapes, "finders">) {
  const [outer, inner] = FINDER_RADII[finders];
  return (
    <>
      <rect x={0.5} y={0.5} width={6} height={6} rx={outer} fill="none" stroke="currentColor" />
      <rect x={2} y={2} width={3} height={3} rx={inner} />
    </>
  );
}

function Module({ x, y, modules }: { x: number; y: number } & Pick<Shapes, "modules">) {
  if (modules === "dots") return <circle cx={x + 0.5} cy={y + 0.5} r={0.42} />;
  return <rect x={x} y={y} width={1} height={1} rx={modules === "rounded" ? 0.35 : 0} />;
}

/** Adjacent modules joined into bars with round ends. */
function Runs() {
  return (
    <>
      <rect x={8} y={0} width={1} height={3} rx={0.5} />
      <rect x={8} y={4} width={1} height={1} rx={0.5} />
      <rect x={8} y={6} width={1} height={1} rx={0.5} />
      <rect x={0} y={8} width={2} height={1} rx={0.5} />
      <rect x={3} y={8} width={3} height={1} rx={0.5} />
      <rect x={8} y={8} width={1} height={1} rx={0.5} />
    </>
  );
}
