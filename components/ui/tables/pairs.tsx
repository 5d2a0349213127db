import type { ReactNode } from "react";

interface Pair {
  name: string;
  value: ReactNode;
  /** A parameter or other identifier: set in mono. */
  mono?: boolean;
}

/** Names and values in two quiet columns, for margins and popovers. */
export function Pairs({ pairs }: { pairs: Pair[] }) {
  return (
    <dl className="pairs">
      {pairs.map(({ name, value, mono }, place) => (
        <PairRow key={`${place} ${name}`} name={name} value={value} mono={mono} />
      ))}
    </dl>
  );
}

function PairRow({ name, value, mono }: Pair) {
  return (
    <>
      <dt className={mono ? "mono" : undefined}>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
