interface MeterProps {
  /** What progresses, for screen readers: "Train step 262 of 450". */
  label: string;
  value: number;
  max: number;
  /** While a process moves it: viridian instead of ink. */
  live?: boolean;
}

/** Progress as a thin bar; the numbers stand beside it in words. */
export function Meter({ label, value, max, live }: MeterProps) {
  return (
    <progress className="meter" data-live={live || undefined} aria-label={label} value={value} max={max} />
  );
}
