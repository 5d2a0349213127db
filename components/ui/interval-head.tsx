/** The head of a column of `IntervalCell`s: the domain they share. Texts as printed, "80" and "100". */
export function IntervalHead({ low, high }: { low: string; high: string }) {
  return (
    <span className="interval-head">
      <span>{low}</span>
      <span>{high}</span>
    </span>
  );
}
