/** The part of a method text that owns up to non-finite inputs; empty where there were none. */
export function leftOutText(nonFinite: number): string {
  if (nonFinite === 0) return "";
  return nonFinite === 1 ? "; 1 non-finite value left out" : `; ${nonFinite} non-finite values left out`;
}
