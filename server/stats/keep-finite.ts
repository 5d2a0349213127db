/** Splits off NaN and infinities: the finite values in their order, and how many others there were. */
export function keepFinite(values: readonly number[]): { finite: number[]; nonFinite: number } {
  const finite = values.filter((value) => Number.isFinite(value));
  return { finite, nonFinite: values.length - finite.length };
}
