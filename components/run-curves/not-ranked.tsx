import { PageLink } from "#components/ui/page-link.tsx";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";
import type { NotRankable } from "./why-not-ranked.ts";

/** Says at a chart that its lines are no values of one quantity. */
export function NotRanked({ rule, why }: NotRankable) {
  const said = rule === null ? why : `${rule}: ${why}`;
  return (
    <>
      <ObjectionFlag level="objection" label={said} />
      <PageLink className="crit small" href={rule === null ? "/checks" : `/checks#${rule}`} data-tip={said}>
        not ranked
      </PageLink>
    </>
  );
}
