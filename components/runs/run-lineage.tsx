import { launchHref } from "#components/launch/launch-search.ts";
import { MarginBlock } from "#components/layout/margin-block.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import { Pairs } from "#components/ui/pairs.tsx";
import { RunState } from "#components/ui/run-state.tsx";
import type { Lineage, RunDetail } from "#server/contracts/run.ts";

const KIND_WORDS: Record<Lineage["outputs"][number], string> = {
  checkpoint: "checkpoint",
  evaluation: "evaluation with its episodes",
  labels: "step labels",
  prm: "process reward model",
};

/** What can be launched from what a run leaves, by what it leaves. */
const NEXT: { kind: Lineage["outputs"][number]; recipe: string; slot: string; words: string }[] = [
  { kind: "checkpoint", recipe: "grpo", slot: "start", words: "GRPO from it" },
  { kind: "checkpoint", recipe: "dgro", slot: "start", words: "DGRO from it" },
  { kind: "checkpoint", recipe: "evaluate", slot: "policy", words: "evaluate it" },
  { kind: "evaluation", recipe: "prm-labels", slot: "episodes", words: "label its episodes" },
  { kind: "labels", recipe: "prm-train", slot: "labels", words: "train a PRM on it" },
  { kind: "prm", recipe: "grpo", slot: "prm", words: "use it as reward" },
];

/** From which runs this one takes something, which take something from it, and what could be launched next. */
export function RunLineage({ run }: { run: RunDetail }) {
  const { inputs, outputs, dependents, labelSetId } = run.lineage;
  const next = NEXT.filter(({ kind }) => outputs.includes(kind));
  const canGoOn = next.length > 0 && !["failed", "killed", "crashed"].includes(run.row.state);
  return (
    <>
      {inputs.length > 0 ? (
        <MarginBlock title="Takes from">
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
              name: KIND_WORDS[d.kind],
              value: (
                <>
                  <PageLink href={`/runs/${d.runId}`}>{d.runName}</PageLink> <RunState state={d.state} />
                </>
              ),
            }))}
          />
        </MarginBlock>
      ) : null}
      {labelSetId ? (
        <p>
          <PageLink href={`/prm?set=${labelSetId}`}>See the label distribution</PageLink>
        </p>
      ) : null}
      {canGoOn ? (
        <MarginBlock title="Go on from here">
          <ul className="plain-list">
            {next.map(({ recipe, slot, words }) => (
              <li key={recipe + slot}>
                <PageLink href={launchHref("/launch", { recipe, in: { [slot]: run.row.id } })}>
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
