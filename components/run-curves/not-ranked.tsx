import { PageLink } from "#components/ui/page-link.tsx";
import { ObjectionFlag } from "#components/ui/objection-flag.tsx";

/** Says at a chart that its lines are on different scales. */
export function NotRanked({ why }: { why: string }) {
  return (
    <>
      <ObjectionFlag level="objection" label={`C01 ${why}`} />
      <PageLink className="crit small" href="/checks#C01">
        not ranked
      </PageLink>
    </>
  );
}
