interface SlotsProps {
  /** "3 of 4 devices held on bench-01", for screen readers. */
  label: string;
  held: number;
  total: number;
}

/** More boxes than this would be hairlines; the words beside them still say how many. */
const MOST = 16;

/** One box per device, filled when held. */
export function Slots({ label, held, total }: SlotsProps) {
  return (
    <span className="slots">
      <span className="hidden-text">{label}</span>
      {Array.from({ length: Math.min(total, MOST) }, (_, index) => (
        <i key={index} data-on={index < held || undefined} />
      ))}
    </span>
  );
}
