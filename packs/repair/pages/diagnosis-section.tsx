"use client";

import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { DIAGNOSIS_COUNTS, type DiagnosisChoice } from "#packs/repair/contracts/choice.ts";
import type { EvaluationDiagnosis, MeanOver } from "#packs/repair/contracts/diagnosis.ts";
import { countOf } from "#server/wording/counts.ts";
import { COUNTED_ACTIONS, diagnosisName } from "#packs/repair/wording/diagnosis.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { writeShare } from "#server/wording/quantities.ts";
import { ChooseDiagnosis } from "./diagnosis-choice.tsx";

const ShareCell = ({ value, n }: MeanOver) => (
  <Cell num>{value === null ? <Value value={null} missing="not defined" /> : writeShare(value, n)}</Cell>
);

interface DiagnosisSectionProps {
  data: EvaluationDiagnosis;
  choice: DiagnosisChoice;
  onChoice: (choice: Partial<DiagnosisChoice>) => void;
}

/**
 * What is called diagnosis accuracy, by every definition: which of them is read decides which of two policies diagnoses better.
 */
export function DiagnosisSection({ data, choice, onChoice }: DiagnosisSectionProps) {
  if (data.from === null)
    return (
      <Section title="Diagnosis by definition">
        <p className="muted">Not recorded: nobody counted what these episodes named.</p>
      </Section>
    );
  const { chosen, ceiling } = data;
  const right = ceiling.value === null ? "nothing" : writeShare(ceiling.value, ceiling.n);
  const defined = data.rows.filter(({ mean }) => mean.diagnose.n > 0);
  return (
    <Section
      title="Diagnosis by definition"
      note={`% of ${countOf(data.counted, "problem")}${data.from === "episodes" ? ", from the stored episodes" : ""}`}
      end={<ChooseDiagnosis choice={choice} onChoice={onChoice} />}
    >
      <Table
        label="Diagnosis by definition"
        density="dense"
        foot={`G: the conflict at the start of an episode; D: what the counted actions pointed at. Whoever names one member and repairs reaches ${right} by da.iis_set_micro: longer episodes touch more of G without knowing more. DA on this page is ${diagnosisName(choice)}: ${chosen.definition}.`}
      >
        <thead>
          <Row>
            <HeadCell fixed>Definition</HeadCell>
            {DIAGNOSIS_COUNTS.map((counts) => (
              <HeadCell key={counts} num sub="counts">
                {COUNTED_ACTIONS[counts]}
              </HeadCell>
            ))}
            <HeadCell>Formula</HeadCell>
          </Row>
        </thead>
        <tbody>
          {defined.flatMap(({ definition, formula, mean, micro }) =>
            [
              { id: definition, by: mean, words: `${formula}; mean over problems` },
              { id: `${definition}_micro`, by: micro, words: "the same, sums over all problems" },
            ].map(({ id, by, words }) => (
              <Row key={id}>
                <Cell fixed>
                  <code>{id}</code>
                </Cell>
                {DIAGNOSIS_COUNTS.map((counts) => (
                  <ShareCell key={counts} {...by[counts]} />
                ))}
                <Cell quiet wrap>
                  {words}
                </Cell>
              </Row>
            )),
          )}
          <Row>
            <Cell fixed>precision</Cell>
            {DIAGNOSIS_COUNTS.map((counts) => (
              <ShareCell key={counts} {...data.precision[counts]} />
            ))}
            <Cell quiet wrap>
              |G ∩ D| / |D| as sets, where anything was named
            </Cell>
          </Row>
          <Row>
            <Cell fixed>named outside G</Cell>
            {DIAGNOSIS_COUNTS.map((counts) => (
              <Cell key={counts} num>
                {writeNumber(data.innocent[counts].value)}
              </Cell>
            ))}
            <Cell quiet wrap>
              elements of D that are not in G, per episode; a later conflict may hold them
            </Cell>
          </Row>
        </tbody>
      </Table>
    </Section>
  );
}
