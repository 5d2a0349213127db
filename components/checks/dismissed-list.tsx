import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import type { DismissedFinding } from "#server/contracts/finding.ts";
import { writeDay } from "#server/wording/times.ts";
import { Restore } from "./dismiss-dialog.tsx";

/** What somebody set aside: the rule and the run, why, by whom and when; one press lists it again. */
export function DismissedList({ dismissed }: { dismissed: readonly DismissedFinding[] }) {
  return (
    <ul className="check-list">
      {dismissed.map(({ runId, run, experiment, rule, metric, reason, by, at }) => (
        <li key={`${runId} ${rule} ${metric}`}>
          <FindingFlag level="info" />
          <PageLink className="mono" href={`/checks#${rule}`}>
            {rule}
          </PageLink>
          <b>
            <PageLink href={`/runs/${runId}`}>{run}</PageLink>
          </b>
          <span>
            {reason} {metric === null ? null : <span className="muted">{metric}</span>}
          </span>
          <span className="check-when" data-tip={experiment}>
            {by}, {writeDay(at)}
          </span>
          <Restore id={runId} rule={rule} metric={metric} />
        </li>
      ))}
    </ul>
  );
}
