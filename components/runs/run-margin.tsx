import { MarginBlock } from "#components/layout/margin-block.tsx";
import { Pairs } from "#components/ui/pairs.tsx";
import { Strip } from "#components/ui/strip.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { writeSet } from "#server/wording/typed.ts";
import { RunLineage } from "./run-lineage.tsx";

/** What comments on a run: its checks, notes of the trainer, what differs, and its identity. */
export function RunMargin({ run }: { run: RunDetail }) {
  const { row } = run;
  const start = run.artifacts.find((a) => a.kind === "start_weights");
  return (
    <>
      <MarginBlock title="Checks on this run">
        {row.objections.map((o) => (
          <Strip
            key={o.rule + o.claim}
            place="margin"
            level={o.severity}
            rule={o.rule}
            claim={o.claim}
            evidence={o.action}
          >
            {o.evidence}
          </Strip>
        ))}
        {run.notes.map((note) => (
          <Strip
            key={`${note.at}${note.message}`}
            place="margin"
            level={note.level === "caution" ? "caution" : "note"}
          >
            {note.message}
          </Strip>
        ))}
        {row.objections.length + run.notes.length === 0 ? <p className="muted">Nothing objects.</p> : null}
      </MarginBlock>
      <MarginBlock title={`Different from ${run.changedFrom}`}>
        {run.changed.length === 0 ? (
          <p className="muted">Nothing.</p>
        ) : (
          <Pairs
            pairs={run.changed.map((c) => ({
              name: c.name,
              mono: true,
              value: `${writeSet(c.from)} → ${writeSet(c.to)}`,
            }))}
          />
        )}
      </MarginBlock>
      <RunLineage run={run} />
      <MarginBlock title="Identity">
        <Pairs
          pairs={[
            { name: "Run", value: <code>{shortId(row.id)}</code> },
            { name: "Cell", value: <code>{row.cell.slice(0, 8)}</code> },
            { name: "Reward", value: <code>{run.rewardHash.slice(0, 8)}</code> },
            { name: "Seed", value: row.seed },
            ...(start ? [{ name: "Start", value: <code>{start.sha256.slice(0, 8)}</code> }] : []),
          ]}
        />
      </MarginBlock>
    </>
  );
}
