import { PageLink } from "#components/ui/controls/page-link.tsx";
import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import type { Apart } from "#server/judgement/judge.ts";

/** Says at a chart that its lines are no values of one quantity. */
export function NotRanked({ rules, why }: Apart) {
  const said = rules.length === 0 ? why : `${rules.join(", ")}: ${why}`;
  return (
    <>
      <ObjectionFlag level="objection" label={said} />
      <PageLink
        className="crit small"
        href={rules.length === 0 ? "/checks" : `/checks#${rules[0]}`}
        data-tip={said}
      >
        not ranked
      </PageLink>
    </>
  );
}
