"use client";

import { DifficultyChart, type DifficultyGroup } from "#components/charts/difficulty-chart.tsx";
import { ChooseDiagnosis } from "#packs/repair/pages/diagnosis-choice.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Section } from "#components/ui/section.tsx";
import type { DifficultyCurve, DifficultyRow } from "#server/contracts/benchmark.ts";
import type { DiagnosisChoice } from "#packs/repair/contracts/choice.ts";
import { listAnd } from "#server/wording/counts.ts";
import { writeShare } from "#server/wording/quantities.ts";
import { TypesTable } from "./types-table.tsx";
import {
  bandText,
  compositionText,
  inversionText,
  nameOf,
  notShownTexts,
  verdictText,
} from "#packs/repair/wording/difficulty.ts";

interface DifficultySectionProps {
  gradient: DifficultyCurve;
  /** Error types of the set; the levels of one of them may be harder than those of another. */
  types: string[];
  choice: DiagnosisChoice & { type: string };
  onChoice: (choice: Partial<DiagnosisChoice & { type: string }>) => void;
}

/** What is said beside a level: its verdict, and that its order is wrong. */
function wordsOf(row: DifficultyRow, level: string): { words: string; isOff: boolean } {
  const point = row.levels.find((one) => one.level === level);
  const verdict = point ? verdictText(point) : "";
  const turned = row.inversions.find(({ harder }) => harder === level);
  const inversion = turned ? inversionText(turned) : "";
  return {
    words: [verdict, inversion].filter(Boolean).join(", "),
    isOff: turned?.clear === true || point?.verdict === "below" || point?.verdict === "above",
  };
}

const solvedGroups = ({ rows, levels }: DifficultyCurve): DifficultyGroup[] =>
  rows.map((row) => ({
    key: row.evaluationId,
    name: nameOf(row),
    href: `/evaluations/${row.evaluationId}`,
    points: row.levels.map(({ level, rrAt5 }) => ({
      level,
      ...rrAt5,
      band: levels.find((one) => one.level === level)?.band,
      ...wordsOf(row, level),
    })),
  }));

const diagnosedGroups = ({ rows, levels }: DifficultyCurve): DifficultyGroup[] =>
  rows.map((row) => ({
    key: row.evaluationId,
    name: nameOf(row),
    href: `/evaluations/${row.evaluationId}`,
    points: row.levels.map(({ level, da }) => ({
      level,
      ...da,
      ceiling: levels.find((one) => one.level === level)?.daCeiling.value,
    })),
  }));

/** RR@5 and DA level by level, for every policy and player that was measured on problems of the set. */
export function DifficultySection({ gradient, types, choice, onChoice }: DifficultySectionProps) {
  const { levels, missing } = gradient;
  const composition = compositionText(levels);
  const wanted = levels.flatMap(({ level, band }) => (band ? [`${level} ${bandText(band)}`] : [])).join(", ");
  const reach = levels
    .flatMap(({ level, daCeiling: { value, n } }) =>
      value === null ? [] : [`${level} ${writeShare(value, n)}`],
    )
    .join(", ");
  return (
    <>
      <Section
        title="RR@5 by level"
        note={`wanted of an SFT policy: ${wanted || "nothing, its levels have other names"}`}
        end={
          <Select
            label="Error type"
            value={choice.type}
            onChange={(type) => onChoice({ type })}
            options={[
              { value: "", label: "all error types" },
              ...types.map((type) => ({ value: type, label: `type ${type}` })),
            ]}
            width={150}
          />
        }
      >
        <DifficultyChart label="RR@5 by level" axisTitle="RR@5, %" groups={solvedGroups(gradient)} />
        <p className="muted">
          Shaded: what was wanted. A verdict is that of the whole 95 % interval (Wilson, over problems); where
          it touches an edge of the band nothing is settled. A harder level that was solved more often is in
          the wrong order where the interval of the difference (Newcombe) leaves out 0.
        </p>
        {composition ? <p>{composition}</p> : null}
        {gradient.byType.length > 0 ? (
          <TypesTable types={gradient.byType} levels={levels} name={nameOf(gradient.rows[0])} />
        ) : null}
        {notShownTexts(gradient).map((text) => (
          <p className="muted" key={text}>
            {text}
          </p>
        ))}
        {missing.length > 0 ? (
          <p className="muted">{`Not measured on this set: ${listAnd(missing)}.`}</p>
        ) : null}
      </Section>
      <Section
        title="DA by level"
        note={gradient.daTitle}
        end={<ChooseDiagnosis choice={choice} onChoice={onChoice} />}
      >
        <DifficultyChart label="DA by level" axisTitle="DA, %" groups={diagnosedGroups(gradient)} />
        <p className="muted">
          {`${gradient.daDefinition}.${
            reach
              ? ` Dashed: what one right repair alone reaches, n / Σ|IIS| (${reach}). A level with a longer IIS has a lower one, so DA falls with it though nobody diagnoses worse.`
              : ""
          }`}
        </p>
      </Section>
    </>
  );
}
