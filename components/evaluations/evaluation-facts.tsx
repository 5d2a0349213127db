import { Fact } from "#components/ui/fact.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { formatId } from "#components/ui/format/format-id.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { RunState } from "#components/ui/run-state.tsx";
import { Time } from "#components/ui/time.tsx";
import type { EvaluationHead } from "#server/contracts/evaluation.ts";

interface EvaluationFactsProps {
  evaluation: EvaluationHead;
  now: number;
}

/** The header of truth of an evaluation: which policy, when in its training, on which problems, under which protocol. */
export function EvaluationFacts({ evaluation, now }: EvaluationFactsProps) {
  const { run, population, protocol } = evaluation;
  return (
    <Facts>
      <Fact label="Policy of run" note={<RunState state={run.state} />}>
        <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>
      </Fact>
      <Fact label="Train step" note={evaluation.final ? "final evaluation" : "during training"}>
        {evaluation.trainStep}
      </Fact>
      <Fact
        label="Problems"
        note={
          <>
            {population.name}, population <span className="mono">{population.hash.slice(0, 8)}</span>
          </>
        }
      >
        {evaluation.n}
      </Fact>
      <Fact
        label="Protocol"
        note={
          <>
            at most {protocol.maxSteps} steps, observation {protocol.observation},{" "}
            <span className="mono">{evaluation.protocolHash.slice(0, 8)}</span>
          </>
        }
      >
        {protocol.decoding === "greedy" ? "greedy" : `sampled, T ${protocol.temperature}`}
      </Fact>
      <Fact
        label="Episodes kept"
        aside={`of ${evaluation.n}`}
        note={evaluation.episodes === 0 ? "outcomes only" : "with every step"}
      >
        {evaluation.episodes}
      </Fact>
      <Fact
        label="Measured"
        note={
          <>
            evaluation <span className="mono">{formatId(evaluation.id)}</span>
          </>
        }
      >
        <Time at={evaluation.at} now={now} form="moment" />
      </Fact>
    </Facts>
  );
}
