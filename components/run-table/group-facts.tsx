import type { ReactNode } from "react";
import { ByClientMark } from "#components/ui/marks/status-source.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { MiddleCut } from "#components/ui/tables/middle-cut.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { GroupEntry } from "#server/contracts/run-table.ts";
import type { BuiltIn } from "#server/contracts/run-table-columns.ts";
import { isEnded, type RunState as State } from "#server/contracts/run-lifecycle.ts";
import { countOf, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeSeedCount } from "#server/wording/seeds.ts";
import { writeDuration } from "#server/wording/times.ts";

/** A group shows the worst of its states first. */
const WORST_FIRST: readonly State[] = [
  "crashed",
  "failed",
  "unreachable",
  "killed",
  "stopping",
  "running",
  "starting",
  "queued",
  "finished",
];

const MOST_SEEDS = 4;

function seedWords({ seeds, withoutSeed }: GroupEntry): string {
  const count = { said: seeds.length, unsaid: withoutSeed };
  return withoutSeed > 0 || seeds.length > MOST_SEEDS ? writeSeedCount(count) : seeds.join(", ");
}

/** A group whose ends are all the clients' word is marked as a single run is. */
function stateOf({ states, runs, shared: { statusSource } }: GroupEntry): ReactNode {
  const worst = WORST_FIRST.find((state) => states[state]) ?? "finished";
  const n = states[worst] ?? 0;
  return (
    <>
      <RunState state={worst}>{n === runs ? worst : `${writeOf(n, runs)} ${worst}`}</RunState>
      {isEnded(worst) && statusSource === "client" ? (
        <>
          {" "}
          <ByClientMark />
        </>
      ) : null}
    </>
  );
}

/** Flagged runs of a group; silence about runs that nobody looked at would pass for consent. */
export function groupChecks({ checks: { flagged, worst, unread }, runs }: GroupEntry): ReactNode {
  const label = `${writeOf(flagged, runs - unread, "run")} looked at are flagged${unread > 0 ? `, ${writeCount(unread)} not looked at yet` : ""}`;
  return (
    <span className="flags" data-tip={unread > 0 ? label : undefined}>
      {worst ? <FindingFlag level={worst} label={label} /> : null} {flagged > 0 ? writeCount(flagged) : null}
      {unread > 0 ? <span className="muted">{flagged > 0 ? " +" : ""}…</span> : null}
    </span>
  );
}

function MeanTime({ ms, n, of }: { ms: number; n: number; of: number }) {
  return (
    <span className="value" data-tip={`mean of the ${writeOf(n, of, "run")} that have ended`}>
      {writeDuration(ms)} <span className="value-aside">{countOf(n, "run")}</span>
    </span>
  );
}

function Problems({ n, runs, of }: { n: number | null; runs: number; of: number }) {
  return (
    <span data-tip={`problems of the latest evaluation of ${writeOf(runs, of, "run")}`}>
      {n === null ? <span className="muted">several</span> : writeCount(n)}
    </span>
  );
}

/** What the runs of a group have in common, or that they differ. */
const shared = (value: string | null): ReactNode =>
  value === null ? <span className="muted">several</span> : <MiddleCut>{value}</MiddleCut>;

/** What a column says of a group; nothing where it speaks of single runs only. */
export function groupFact(name: BuiltIn, group: GroupEntry, now: number): ReactNode {
  switch (name) {
    case "state":
      return stateOf(group);
    case "label":
      return group.configurations > 1 && group.shared.label === null ? (
        <span className="muted">{countOf(group.configurations, "configuration")}</span>
      ) : (
        shared(group.shared.label)
      );
    case "recipe":
    case "experiment":
    case "reward":
    case "worker":
    case "origin":
    case "statusSource":
    case "group":
    case "job_type":
      return shared(group.shared[name]);
    case "seed":
      return seedWords(group);
    case "time":
      return group.meanTime && <MeanTime {...group.meanTime} of={group.runs} />;
    case "problems":
      return group.problems && <Problems {...group.problems} of={group.runs} />;
    case "launched":
      return <Time at={group.latestLaunch} now={now} form="moment" />;
    default:
      return null;
  }
}
