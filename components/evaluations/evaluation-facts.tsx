import { Fact, Facts } from "#components/ui/marks/fact.tsx";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { RunState } from "#components/ui/marks/run-state.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import type { EvaluationHead } from "#server/contracts/evaluation.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { beginSentence } from "#server/wording/typography.ts";
import { writeTyped } from "#server/wording/typed.ts";
import { writeDecoding, writeDrawn } from "#server/wording/decoding.ts";

interface EvaluationFactsProps {
  evaluation: EvaluationHead;
  /** Programs were measured: they have no steps. */
  programs: boolean;
  /** Nothing is known but which problems were solved. */
  answers: boolean;
  now: number;
}

/** The header of truth of an evaluation: which policy, when in its training, on which problems, under which protocol. */
export function EvaluationFacts({ evaluation, programs, answers, now }: EvaluationFactsProps) {
  const { run, population, protocol } = evaluation;
  return (
    <Facts>
      <Fact label="Policy of run" note={<RunState state={run.state} />}>
        <PageLink href={`/runs/${run.id}`}>{run.name}</PageLink>
      </Fact>
      {evaluation.stepOf === null ? null : (
        <Fact
          label={beginSentence(evaluation.stepOf)}
          note={evaluation.final ? "final evaluation" : "during training"}
        >
          {writeWhole(evaluation.trainStep)}
        </Fact>
      )}
      <Fact
        label="Problems"
        note={
          <>
            {population.name}, population <span className="mono">{population.hash.slice(0, 8)}</span>
          </>
        }
      >
        {writeCount(evaluation.n)}
      </Fact>
      <Fact
        label="Protocol"
        note={
          <>
            {protocol.programs
              ? `${protocol.observation}; ${writeDrawn(protocol.programs)}`
              : programs || answers
                ? protocol.observation
                : `at most ${countOf(protocol.maxSteps, "step")}, observation ${protocol.observation}`}
            , <span className="mono">{evaluation.protocolHash.slice(0, 8)}</span>
          </>
        }
      >
        {answers || protocol.decoding === "greedy"
          ? writeDecoding(protocol)
          : `${writeDecoding(protocol)}, T ${writeTyped(protocol.temperature)}`}
      </Fact>
      {programs || answers ? null : (
        <Fact
          label="Episodes kept"
          aside={`of ${writeCount(evaluation.n)}`}
          note={evaluation.episodes === 0 ? "outcomes only" : "with every step"}
        >
          {writeCount(evaluation.episodes)}
        </Fact>
      )}
      <Fact
        label="Measured"
        note={
          <>
            evaluation <span className="mono">{shortId(evaluation.id)}</span>
          </>
        }
      >
        <Time at={evaluation.at} now={now} form="moment" />
      </Fact>
    </Facts>
  );
}
