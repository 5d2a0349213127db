"use client";

import { useState } from "react";
import { episodeHref } from "#components/addresses/evaluations.ts";
import { launchHref } from "#components/addresses/launch.ts";
import { LinkButton } from "#components/ui/controls/link-button.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Section } from "#components/ui/section.tsx";
import { RateCell } from "#components/ui/tables/rate-cell.tsx";
import { Cell, Grid, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import type { FailureView } from "#server/contracts/rollouts/failures.ts";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf, plural, writeCount, writeOf } from "#server/wording/counts.ts";
import { writeNumber, writeWhole } from "#server/wording/numbers.ts";

type Report = FailureView["report"];
type Kind = Report["kinds"][number]["kind"];

/** What is meant by each kind, with the limits of the run. */
const MEANINGS: Record<Kind, (report: Report) => string> = {
  timeout: ({ maxSteps }) => `not solved within ${countOf(maxSteps, "step")}`,
  wrong_diagnosis: () => "given up, and nothing named was a root",
  partial_diagnosis: () => "given up; fewer roots were named than there were namings",
  wrong_fix: () => "given up, though all that was named was a root",
  other: () => "given up where no root is known, so that nothing named can be judged",
  slow: ({ slowOver }) => `solved, but in more than ${countOf(slowOver, "step")}`,
};

const SHOWN = 60;

function Kinds({ report }: { report: Report }) {
  return (
    <Table
      label="Kinds of failure"
      foot={`Of ${countOf(report.n, "episode")}; named counts ${report.counts}.`}
    >
      <thead>
        <Row>
          <HeadCell fixed>Kind</HeadCell>
          <HeadCell num sub="of n">
            Episodes
          </HeadCell>
          <HeadCell num sub="%">
            Share
          </HeadCell>
          <HeadCell>Meaning</HeadCell>
        </Row>
      </thead>
      <tbody>
        {report.kinds.map(({ kind, count }) => (
          <Row key={kind}>
            <Cell fixed>
              <span className="mono">{kind}</span>
            </Cell>
            <Cell num>{writeOf(count, report.n)}</Cell>
            <Cell num>
              <RateCell count={count} n={report.n} />
            </Cell>
            <Cell wrap quiet>
              {MEANINGS[kind](report)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Weakness({ label, parts }: { label: string; parts: Report["byType"] }) {
  const weighted = parts.some(({ weight }) => weight !== null);
  return (
    <Table label={`Weakness by ${label}`}>
      <thead>
        <Row>
          <HeadCell fixed>{label === "type" ? "Fault type" : "Level"}</HeadCell>
          <HeadCell num sub="episodes">
            n
          </HeadCell>
          <HeadCell num sub="% of n">
            Failed
          </HeadCell>
          <HeadCell num sub="% of n">
            Slow
          </HeadCell>
          {weighted ? (
            <HeadCell num sub="% of the weight">
              Drawn
            </HeadCell>
          ) : null}
        </Row>
      </thead>
      <tbody>
        {parts.map((part) => (
          <Row key={part.name}>
            <Cell fixed>{part.name}</Cell>
            <Cell num>{writeCount(part.n)}</Cell>
            <Cell num>
              <RateCell count={part.failed} n={part.n} />
            </Cell>
            <Cell num>
              <RateCell count={part.slow} n={part.n} />
            </Cell>
            {weighted ? (
              <Cell num>
                <Value value={part.weight} kind="share" />
              </Cell>
            ) : null}
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function Cases({ view: { report, evaluationId } }: { view: FailureView }) {
  const [kind, setKind] = useState<Kind | "all">("all");
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
          onChange={(value) => setKind(value as Kind | "all")}
        />
      }
    >
      <Table label="Cases" density="dense">
        <thead>
          <Row>
            <HeadCell fixed>Problem</HeadCell>
            <HeadCell>Type</HeadCell>
            <HeadCell>Level</HeadCell>
            <HeadCell>Kind</HeadCell>
            <HeadCell num>Steps</HeadCell>
          </Row>
        </thead>
        <tbody>
          {found.slice(0, SHOWN).map((one) => (
            <Row key={one.hash}>
              <Cell fixed>
                <PageLink className="mono" href={episodeHref(evaluationId, one.hash)}>
                  {one.key}
                </PageLink>
              </Cell>
              <Cell>{one.type}</Cell>
              <Cell>{one.level}</Cell>
              <Cell>
                <span className="mono">{one.kind}</span>
              </Cell>
              <Cell num>{writeWhole(one.steps)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

const HOW_WORDS = { failed: "failed or slow", weighted: "drawn by weakness", uniform: "drawn alike" };

/** How the episodes of an evaluation failed, where the policy is weak, and what can be trained on. */
export function RunFailures({ run }: { run: RunDetail }) {
  const { failures: view } = run;
  if (!view) return null;
  const { report, source } = view;
  const bad = report.kinds.reduce((sum, { count }) => sum + count, 0);
  const set = Object.fromEntries(Object.entries(view.problems).map(([name, value]) => [name, String(value)]));
  return (
    <>
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
                    Train {recipe} on these
                  </LinkButton>
                ))}
            </>
          ) : null
        }
      >
        <p className="muted">
          {report.subset
            ? `The set holds ${countOf(report.subset.n, "train problem")}, ${HOW_WORDS[report.subset.how]}. Training on it holds out the same problems as the evaluated run.`
            : "These are held-out problems, so no set to train on was left: a policy that learnt them could not be measured on them. Evaluate on train problems to get one."}
        </p>
        <Grid columns={2}>
          <div>
            <Kinds report={report} />
          </div>
          <div>
            <Weakness label="type" parts={report.byType} />
            <Weakness label="level" parts={report.byLevel} />
          </div>
        </Grid>
      </Section>
      <Cases view={view} />
    </>
  );
}
