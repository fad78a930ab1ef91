type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** Announced instead of a percentage. */
  valueText: string;
};

export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-500 ease-linear motion-reduce:transition-none"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
