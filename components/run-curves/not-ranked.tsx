import { PageLink } from "#components/ui/page-link.tsx";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import type { NotRankable } from "./why-not-ranked.ts";

/** Says at a chart that its lines are no values of one quantity. */
export function NotRanked({ rule, why }: NotRankable) {
  return (
    <>
      <ObjectionFlag level="objection" label={`${rule} ${why}`} />
      <PageLink className="crit small" href={`/checks#${rule}`} data-tip={`${rule} ${why}`}>
        not ranked
      </PageLink>
    </>
  );
}
