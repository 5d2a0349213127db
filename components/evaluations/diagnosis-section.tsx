"use client";

import { useQuery } from "@tanstack/react-query";
import { useApi } from "#components/trpc/api.ts";
import { Value } from "#components/ui/marks/value.tsx";
import { Section } from "#components/ui/section.tsx";
import { Cell, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { COUNTED_ACTIONS, DIAGNOSIS_COUNTS } from "#server/contracts/compare-words.ts";
import type { EvaluationHead, MeanOver } from "#server/contracts/evaluation.ts";
import { countOf, writeOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { writeShare } from "#server/wording/quantities.ts";

const ShareCell = ({ value, n }: MeanOver) => (
  <Cell num>{value === null ? <Value value={null} missing="not defined" /> : writeShare(value, n)}</Cell>
);

/**
 * What is called diagnosis accuracy, by every definition: which of them is read decides which of two policies diagnoses better.
 */
export function DiagnosisSection({
  evaluation: { id, episodes, n, protocol },
}: {
  evaluation: EvaluationHead;
}) {
  const { data } = useQuery(useApi().evaluations.diagnosis.queryOptions({ id }, { enabled: episodes > 0 }));
  if (!data || data.n === 0) return null;
  return (
    <Section
      title="Diagnosis by definition"
      note={`% of ${countOf(data.n, "problem")}, mean; from the steps of ${writeOf(data.episodes, n, "episode")}`}
    >
      <Table
        label="Diagnosis by definition"
        density="dense"
        foot={`G: the conflict at the start of an episode; D: what the counted actions pointed at. Whoever names one member and repairs reaches ${data.ceiling.value === null ? "nothing" : writeShare(data.ceiling.value, data.ceiling.n)} by da.iis_set: longer episodes touch more of G without knowing more. The metric DA above is ${protocol.daDefinition}.`}
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
          {data.rows.map(({ definition, formula, by }) => (
            <Row key={definition}>
              <Cell fixed>
                <code>{definition}</code>
              </Cell>
              {DIAGNOSIS_COUNTS.map((counts) => (
                <ShareCell key={counts} {...by[counts]} />
              ))}
              <Cell quiet wrap>
                {formula}
              </Cell>
            </Row>
          ))}
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
