/** Decoration: the trail of something hopping across the page. */
export function HopTrail({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={className}>
      <svg
        viewBox="0 0 2880 320"
        aria-hidden="true"
        className="relative left-1/2 block h-80 w-[180rem] max-w-none -translate-x-1/2 fill-none stroke-accent opacity-30"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray="1 9"
      >
        <path d="M-40 300C100-20 520-20 660 300M660 300C760 50 920 50 1020 300M1020 300C1070 130 1170 130 1220 300" />
        <path d="M1660 300C1710 130 1810 130 1860 300M1860 300C1960 50 2120 50 2220 300M2220 300C2360-20 2780-20 2920 300" />
      </svg>
    </div>
  );
}
