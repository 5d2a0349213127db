/** What a value is. SQLite turns NaN into NULL and JSON knows no infinity, so it is kept beside a number. */
export const POINT_KINDS = { number: 0, nan: 1, posInf: 2, negInf: 3 } as const;

export function pointKind(value: number): number {
  if (Number.isFinite(value)) return POINT_KINDS.number;
  if (Number.isNaN(value)) return POINT_KINDS.nan;
  return value > 0 ? POINT_KINDS.posInf : POINT_KINDS.negInf;
}
