import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Section } from "#components/ui/section.tsx";
import { leadHead } from "#components/evaluations/lead-share.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { StageOfRun } from "#server/contracts/rollouts/stage-of-run.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, writeN } from "#server/wording/counts.ts";
import { writeWhole } from "#server/wording/numbers.ts";
import { stageSpans } from "./stage-spans.ts";

const CHANGE_WORDS: Record<StageOfRun["change"], string> = {
  began: "began",
  promoted: "promoted",
  demoted: "demoted",
  scheduled: "by schedule",
};

const spanText = ({ from, to }: StageOfRun): string =>
  to === null
    ? `from ${writeWhole(from)}`
    : to === from
      ? writeWhole(from)
      : `${writeWhole(from)} to ${writeWhole(to)}`;

/** The stages of a curriculum beside each other, as long as they lasted, and one row for each: what was drawn, why, and what was solved at its end. */
export function RunStages({ run }: { run: RunDetail }) {
  const { stages } = run;
  const head = leadHead(stages.map(({ measured }) => measured?.lead ?? null));
  const spans = stageSpans(stages, run.row.step ?? 0, run.row.plannedSteps);
  return (
    <Section
      title="Curriculum"
      note={`${countOf(stages.length, "stage")}; each is a mark on the charts below and is measured at its end`}
    >
      <ol className="stages" aria-label="Stages by train step">
        {spans.map(({ stage, share, hardness }) => (
          <li
            key={stage.from}
            style={{ flexGrow: share, "--hard": `${hardness}%` }}
            data-open={stage.to === null || undefined}
            data-tip={`${stage.name}, train steps ${spanText(stage)}. ${stage.reason}`}
          >
            <span>{stage.name}</span>
          </li>
        ))}
      </ol>
      <Table
        label="Stages"
        foot={`${head}: of the last evaluation inside the stage, on the run's held-out problems, Wilson 95 % over problems.`}
      >
        <thead>
          <Row>
            <HeadCell fixed sub="levels drawn">
              Stage
            </HeadCell>
            <HeadCell num sub="train steps">
              Span
            </HeadCell>
            <HeadCell>Change</HeadCell>
            <HeadCell num sub="% [95 %], n">
              {head}
            </HeadCell>
            <HeadCell>Why</HeadCell>
          </Row>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <Row key={stage.from}>
              <Cell fixed>{stage.name}</Cell>
              <Cell num>{spanText(stage)}</Cell>
              <Cell>{CHANGE_WORDS[stage.change]}</Cell>
              <Cell num>
                {stage.measured ? (
                  <>
                    <PageLink href={`/evaluations/${stage.measured.evaluation}`}>
                      <RateCell
                        count={stage.measured.lead.hits}
                        n={stage.measured.lead.n}
                        interval={stage.measured.lead}
                      />
                    </PageLink>{" "}
                    <span className="muted">{writeN(stage.measured.lead.n)}</span>
                  </>
                ) : (
                  <Value value={null} />
                )}
              </Cell>
              <Cell wrap quiet>
                {stage.reason}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
