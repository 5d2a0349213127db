import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { countOf, writeCount } from "#server/wording/counts.ts";
import type { ObjectingRun } from "#server/contracts/run.ts";
import type { FindingGroup } from "#server/checks/group-findings.ts";

/** What objects to which runs, one line per rule and experiment. */
export function FindingList({ groups }: { groups: FindingGroup<ObjectingRun>[] }) {
  return (
    <ul className="check-list">
      {groups.map(({ rule, severity, runs, runs: [{ experimentId, experiment }], claim }) => (
        <li key={severity + rule + experimentId}>
          <FindingFlag level={severity} />
          <PageLink className="mono" href={`/checks#${rule}`}>
            {rule}
          </PageLink>
          <b>{runs.length > 1 ? countOf(runs.length, "run") : runs[0].name}</b>
          <span>
            {claim}{" "}
            {runs.length === 1 ? null : (
              <span className="muted">
                {runs[0].name} and {writeCount(runs.length - 1)} more
              </span>
            )}
          </span>
          <span className="check-when" data-tip={experiment}>
            {experiment}
          </span>
          <PageLink href={runs.length > 1 ? `/experiments/${experimentId}` : `/runs/${runs[0].id}`}>
            View
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
