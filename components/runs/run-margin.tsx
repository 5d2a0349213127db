import { MarginBlock } from "#components/layout/columns.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { Strip } from "#components/ui/strip.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { bareKind } from "#server/wording/artifact-kinds.ts";
import { countOf } from "#server/wording/counts.ts";
import { writeSeed } from "#server/wording/seeds.ts";
import { writeSet } from "#server/wording/typed.ts";
import { Dismiss, DismissedNote } from "#components/checks/dismiss-dialog.tsx";
import { launchHref } from "#components/search-params/launch.ts";
import { DownloadSet } from "#components/benchmarks/download-set.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { MaskedText } from "#components/ui/marks/masked-text.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";

/** A configuration from outside may differ in thousands of keys. */
const MOST_CHANGED = 30;

/** Anchor of the checks. */
export const CHECKS = "checks";

/** From which runs this one takes something, which take something from it, and what could be launched next. */
function RunLineage({ run }: { run: RunDetail }) {
  const { inputs, offers, dependents, labelSetId, madeSet } = run.lineage;
  const canGoOn = offers.length > 0 && !["failed", "killed", "crashed"].includes(run.row.state);
  return (
    <>
      {inputs.length > 0 ? (
        <MarginBlock title="Inputs">
          <Pairs
            pairs={inputs.map((input) => ({
              name: input.label,
              value:
                input.state === null ? (
                  <>{input.runName}, deleted since</>
                ) : (
                  <>
                    <PageLink href={`/runs/${input.runId}`}>{input.runName}</PageLink>{" "}
                    <RunState state={input.state} />
                  </>
                ),
            }))}
          />
        </MarginBlock>
      ) : null}
      {dependents.length > 0 ? (
        <MarginBlock title="Used by">
          <Pairs
            pairs={dependents.map((d) => ({
              name: bareKind(d.kind),
              value: (
                <>
                  <PageLink href={`/runs/${d.runId}`}>{d.runName}</PageLink> <RunState state={d.state} />
                </>
              ),
            }))}
          />
        </MarginBlock>
      ) : null}
      {madeSet ? (
        <MarginBlock title="Problem set it left">
          <p>
            <PageLink href={`/benchmarks/${madeSet.id}`}>{madeSet.name}</PageLink>,{" "}
            {countOf(madeSet.n, "problem")}. <DownloadSet id={madeSet.id} />
          </p>
        </MarginBlock>
      ) : null}
      {labelSetId ? (
        <p>
          <PageLink href={`/prm?set=${labelSetId}`}>See the label distribution</PageLink>
        </p>
      ) : null}
      {canGoOn ? (
        <MarginBlock title="Next">
          <ul className="plain-list">
            {offers.map(({ recipe, slot, words, set, inputs: kept }) => (
              <li key={recipe + slot}>
                <PageLink
                  href={launchHref("/launch", {
                    recipe,
                    set: Object.fromEntries(
                      Object.entries(set).map(([name, value]) => [name, String(value)]),
                    ),
                    in: kept,
                    seeds: String(run.row.seed),
                    like: run.row.id,
                  })}
                >
                  {words}
                </PageLink>
              </li>
            ))}
          </ul>
        </MarginBlock>
      ) : null}
    </>
  );
}

/** What comments on a run: its checks, notes of the trainer, what differs, and its identity. */
export function RunMargin({ run }: { run: RunDetail }) {
  const { row } = run;
  const start = run.artifacts.find((a) => a.kind === "start_weights");
  return (
    <>
      <MarginBlock title="Checks on this run" id={CHECKS}>
        {row.findings.map((o) => (
          <Strip
            key={o.rule + o.claim}
            place="margin"
            level={o.dismissed ? "dismissed" : o.severity}
            rule={o.rule}
            claim={o.claim}
            evidence={
              <>
                <DismissedNote dismissed={o.dismissed} />
                <Disclosure summary="What to do">{o.action}</Disclosure>
              </>
            }
            actions={o.severity === "info" ? undefined : <Dismiss runId={row.id} finding={o} />}
          >
            {o.evidence}
          </Strip>
        ))}
        {run.notes.map((note, i) => (
          <Strip key={i} place="margin" level={note.level}>
            <MaskedText text={note.message} />
          </Strip>
        ))}
        {row.findings.length + run.notes.length === 0 ? <p className="muted">{run.noWarnings}</p> : null}
        {run.notLogged ? (
          <Disclosure summary="Not checked">
            <p className="muted">{run.notLogged}</p>
          </Disclosure>
        ) : null}
      </MarginBlock>
      <MarginBlock title={run.changedFrom === null ? "Configuration" : `Different from ${run.changedFrom}`}>
        {run.changedFrom === null ? (
          <p className="muted">
            {run.external
              ? "This is the baseline of its experiment."
              : "Its recipe is unknown here, so it cannot be compared."}
          </p>
        ) : run.changed.length === 0 ? (
          <p className="muted">No difference.</p>
        ) : (
          <Pairs
            pairs={run.changed.slice(0, MOST_CHANGED).map((c) => ({
              name: c.name,
              mono: true,
              value: <MaskedText text={`${writeSet(c.from)} → ${writeSet(c.to)}`} />,
            }))}
          />
        )}
        {run.changed.length > MOST_CHANGED ? (
          <p className="muted">And {countOf(run.changed.length - MOST_CHANGED, "other")}, under Config.</p>
        ) : null}
      </MarginBlock>
      <RunLineage run={run} />
      <MarginBlock title="Identity">
        <Pairs
          pairs={[
            { name: "Run", value: <code>{shortId(row.id)}</code> },
            { name: "Config hash", value: <code>{row.cell.slice(0, 8)}</code> },
            {
              name: "Reward",
              value: run.rewardHash === "" ? "not logged" : <code>{run.rewardHash.slice(0, 8)}</code>,
            },
            { name: "Seed", value: writeSeed(row.seed) },
            ...(start ? [{ name: "Start", value: <code>{start.sha256.slice(0, 8)}</code> }] : []),
          ]}
        />
      </MarginBlock>
    </>
  );
}
