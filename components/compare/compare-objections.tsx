import Link from "next/link";
import { Strip } from "#components/ui/strip.tsx";
import type { Comparison } from "#server/contracts/compare.ts";
import { countOf } from "#server/wording/counts.ts";

/** What forbids, weakens or informs this comparison, worst first. Notes of one rule are one strip: the table has each of them. */
export function CompareObjections({ comparison }: { comparison: Comparison }) {
  const groups = Map.groupBy(comparison.objections, (o) =>
    o.severity === "note" ? `${o.rule} note` : o.rule + o.claim,
  );
  return [...groups].map(([key, [first, ...alike]]) => (
    <Strip
      key={key}
      level={first.severity}
      rule={first.rule}
      claim={first.claim}
      actions={<Link href={`/checks#${first.rule}`}>Rule</Link>}
    >
      {first.evidence}
      {alike.length > 0 && first.severity === "note"
        ? ` ${countOf(alike.length, "other")} alike: ${alike.map((o) => o.a).join(", ")}.`
        : ""}
    </Strip>
  ));
}
