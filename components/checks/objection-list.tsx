import { ObjectionFlag } from "#components/ui/marks/objection-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { countOf } from "#server/wording/counts.ts";
import type { Objection } from "#server/contracts/objection.ts";
import type { ObjectingRun } from "#server/contracts/run.ts";

/** One rule that objects to one or several runs of one experiment. */
export interface ObjectionGroup {
  rule: string;
  severity: Objection["severity"];
  experimentId: string;
  experiment: string;
  /** Newest first, as listed; the first one's claim stands for all. */
  runs: ObjectingRun[];
  claim: string;
}

const RANK = { objection: 0, caution: 1, note: 2 } as const;

/** What objects to these runs, once per rule, severity and experiment; objections before cautions, notes left out. */
export function groupObjections(rows: ObjectingRun[]): ObjectionGroup[] {
  const groups = new Map<string, ObjectionGroup>();
  for (const run of rows) {
    for (const { rule, severity, claim } of run.objections) {
      if (severity === "note") continue;
      const key = `${severity} ${rule} ${run.experimentId}`;
      const group = groups.get(key);
      if (group) group.runs.push(run);
      else {
        const { experimentId, experiment } = run;
        groups.set(key, { rule, severity, experimentId, experiment, runs: [run], claim });
      }
    }
  }
  return [...groups.values()].toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
}

/** What objects to which runs, one line per rule and experiment. */
export function ObjectionList({ groups }: { groups: ObjectionGroup[] }) {
  return (
    <ul className="check-list">
      {groups.map(({ rule, severity, experimentId, experiment, runs, claim }) => (
        <li key={severity + rule + experimentId}>
          <ObjectionFlag level={severity} />
          <PageLink className="mono" href={`/checks#${rule}`}>
            {rule}
          </PageLink>
          <b>{runs.length > 1 ? countOf(runs.length, "run") : runs[0].name}</b>
          <span>
            {claim}{" "}
            {runs.length === 1 ? null : <span className="muted">In {runs[0].name}; others alike.</span>}
          </span>
          <span className="check-when" data-tip={experiment}>
            {experiment}
          </span>
          <PageLink href={runs.length > 1 ? `/experiments/${experimentId}` : `/runs/${runs[0].id}`}>
            Look
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
