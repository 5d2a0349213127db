"use client";

import { useState } from "react";
import { Select } from "#components/ui/controls/select.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Grid } from "#components/ui/tables/table.tsx";
import type { FileFailures, ModelFailures } from "#server/contracts/rollouts/file-failures.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";
import { CaseTable, FailureKinds, Weakness } from "./failure-tables.tsx";

const SHOWN = 60;
const SHOWN_SKIPPED = 8;

const countBad = ({ kinds }: ModelFailures) => kinds.reduce((sum, { count }) => sum + count, 0);

/** How large the conflicts were, and how long the episodes took, of what failed or was slow. */
function conflictWords({ conflict, meanSteps }: ModelFailures): string {
  const words = [
    conflict &&
      `${countOf(conflict.n, "episode")} of these ${plural(conflict.n, "knows", "know")} the conflict: ${writeNumber(conflict.mean, 1)} elements on average, ${writeCount(conflict.least)} to ${writeCount(conflict.most)}.`,
    meanSteps !== null && `They took ${writeNumber(meanSteps, 1)} steps on average.`,
  ];
  return words.filter(Boolean).join(" ");
}

function Cases({ model }: { model: ModelFailures }) {
  if (model.cases.length === 0) return null;
  return (
    <Section
      rule="thin"
      title="Cases"
      note={`showing ${writeOf(Math.min(SHOWN, model.cases.length), countBad(model), "episode")}; npx ablab failures FILE --json prints all`}
    >
      <CaseTable label={`Cases of ${model.model}`} cases={model.cases.slice(0, SHOWN)} />
    </Section>
  );
}

function Skipped({ found: { rows, models, skipped } }: { found: FileFailures }) {
  const left = rows - models.reduce((sum, { n }) => sum + n, 0);
  if (left === 0) return null;
  return (
    <Strip
      level="warning"
      claim={`${writeOf(left, rows, "episode")} left out: how they ended was not logged.`}
    >
      <span className="lines">
        {skipped.slice(0, SHOWN_SKIPPED).map((one) => (
          <span key={`${one.model}${one.problem}${one.reason}`}>
            {one.problem} of {one.model}: {one.reason}
          </span>
        ))}
        {left > SHOWN_SKIPPED ? <span>And {writeCount(left - SHOWN_SKIPPED)} more.</span> : null}
      </span>
    </Strip>
  );
}

/** What a `results.db` says of failures, one model at a time. */
export function FileReport({ found }: { found: FileFailures }) {
  const { file, models, lacks } = found;
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models.find((one) => one.model === chosen) ?? models.at(0);
  return (
    <Section
      title={`Failures in ${file}`}
      note={
        model
          ? `${writeOf(countBad(model), model.n, "episode")} of ${model.model} failed or ${plural(countBad(model), "was", "were")} slow`
          : "no episode that says how it ended"
      }
      end={
        model && models.length > 1 ? (
          <Select
            label="Model"
            value={model.model}
            options={models.map((one) => ({ value: one.model, label: one.model }))}
            onChange={setChosen}
          />
        ) : null
      }
    >
      <Skipped found={found} />
      {model ? (
        <>
          <Grid columns={2}>
            <FailureKinds
              report={model}
              foot={`Of ${countOf(model.n, "episode")}. ${conflictWords(model)}`}
            />
            <Weakness label="type" parts={model.byType} />
          </Grid>
          <Cases model={model} />
        </>
      ) : null}
      <p className="muted">Not in the file:</p>
      <ul className="lines muted">
        {lacks.map((lack) => (
          <li key={lack}>{lack}</li>
        ))}
      </ul>
    </Section>
  );
}
