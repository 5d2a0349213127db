"use client";

import { useState } from "react";
import { episodeHref } from "#components/search-params/evaluations.ts";
import { launchHref } from "#components/search-params/launch.ts";
import { CaseTable, FailureKinds, Weakness } from "./failure-tables.tsx";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Section } from "#components/ui/section.tsx";
import { Grid } from "#components/ui/tables/table.tsx";
import type { FailureView } from "#server/contracts/rollouts/failures.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, plural, writeOf } from "#server/wording/counts.ts";
import { writeNumber } from "#server/wording/numbers.ts";

const SHOWN = 60;

/** The episodes that failed, one by one: below what the run itself said. */
export function FailureCases({ view: { report, evaluationId } }: { view: FailureView }) {
  const [kind, setKind] = useState("all");
  const found = report.cases.filter((one) => kind === "all" || one.kind === kind);
  if (report.cases.length === 0) return null;
  return (
    <Section
      rule="thin"
      title="Cases"
      note={`showing ${writeOf(Math.min(SHOWN, found.length), found.length, "episode")}`}
      end={
        <Select
          label="Kind"
          value={kind}
          options={[
            { value: "all", label: "every kind" },
            ...report.kinds.filter(({ count }) => count > 0).map((k) => ({ value: k.kind, label: k.kind })),
          ]}
          onChange={(value) => setKind(value)}
        />
      }
    >
      <CaseTable
        label="Cases"
        cases={found.slice(0, SHOWN)}
        levels
        hrefOf={(place) => episodeHref(evaluationId, found[place].hash)}
      />
    </Section>
  );
}

const HOW_WORDS = {
  failed: "failed or slow",
  weighted: "sampled by failure rate",
  uniform: "sampled uniformly",
};

/** How the episodes of an evaluation failed, where the policy is weak, and what can be trained on. */
export function RunFailures({ run, view }: { run: RunDetail; view: FailureView }) {
  const { report, source } = view;
  const bad = report.kinds.reduce((sum, { count }) => sum + count, 0);
  const set = Object.fromEntries(Object.entries(view.problems).map(([name, value]) => [name, String(value)]));
  return (
    <Section
      title="Failures"
      note={
        <>
          {writeOf(bad, report.n, "episode")} of{" "}
          <PageLink href={`/evaluations/${view.evaluationId}`}>the evaluation of {source.name}</PageLink> on{" "}
          {report.part === "train" ? "train" : "held-out"} problems failed or {plural(bad, "was", "were")}{" "}
          slow
          {report.meanSteps === null ? "" : `, after ${writeNumber(report.meanSteps, 1)} steps on average`}
        </>
      }
      end={
        report.subset ? (
          <>
            {run.lineage.offers
              .filter(({ slot }) => slot === "train_set")
              .map(({ recipe, slot }) => (
                <LinkButton
                  key={recipe}
                  size="small"
                  href={launchHref("/launch", { recipe, set, in: { [slot]: run.row.id } })}
                >
                  Train {recipe.toUpperCase()} on these
                </LinkButton>
              ))}
          </>
        ) : null
      }
    >
      <p className="muted">
        {report.subset
          ? `Training set: ${countOf(report.subset.n, "problem")}, ${HOW_WORDS[report.subset.how]}. The held-out problems stay those of the evaluated run.`
          : "These are held-out problems, so there is no training set. Evaluate on train problems to get one."}
      </p>
      <Grid columns={2}>
        <div>
          <FailureKinds
            report={report}
            foot={`Of ${countOf(report.n, "episode")}; named counts ${report.counts}.`}
          />
        </div>
        <div>
          <Weakness label="type" parts={report.byType} />
          <Weakness label="level" parts={report.byLevel} />
        </div>
      </Grid>
    </Section>
  );
}
