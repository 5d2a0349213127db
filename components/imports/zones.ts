const QUARTERS = [
  -12, -11, -10, -9.5, -9, -8, -7, -6, -5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5,
];
const EAST = [5.75, 6, 6.5, 7, 8, 8.75, 9, 9.5, 10, 10.5, 11, 12, 12.75, 13, 14];

const two = (n: number): string => String(n).padStart(2, "0");

function labelOf(hours: number): string {
  if (hours === 0) return "UTC";
  const minutes = Math.abs(hours * 60);
  return `UTC${hours < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Offsets that time zones have, the value in minutes. */
export const ZONES = [...QUARTERS, ...EAST].map((hours) => ({
  value: String(hours * 60),
  label: labelOf(hours),
}));
