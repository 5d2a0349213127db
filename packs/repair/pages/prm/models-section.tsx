import { CalibrationPlot } from "#components/charts/calibration-plot.tsx";
import { Cell, Grid, HeadCell, Row, Table } from "#components/ui/tables/table.tsx";
import { rankingWords } from "#server/checks/prm-ranking.ts";
import { shortId } from "#server/contracts/id-prefixes.ts";
import { countOf, writeCount } from "#server/wording/counts.ts";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { Pairs } from "#components/ui/tables/pairs.tsx";
import { RowName } from "#components/ui/tables/row-name.tsx";
import { Section } from "#components/ui/section.tsx";
import { Strip } from "#components/ui/strip.tsx";
import { Time } from "#components/ui/marks/time.tsx";
import { Value } from "#components/ui/marks/value.tsx";
import { writeValue } from "#server/wording/quantities.ts";
import type { PrmModel } from "#packs/repair/contracts/prm.ts";

interface ModelsSectionProps {
  models: PrmModel[];
  /** The model shown in detail. */
  shown: PrmModel;
  hrefOf: (model: PrmModel) => string;
  now: number;
}

function betterWords({ better, report }: PrmModel): string {
  if (better === "untested")
    return report.mse < report.baselineMse ? "lower error, untested" : "no lower error, untested";
  return { yes: "yes", no: "no", unknown: "cannot tell" }[better];
}

function TrainedOn({ model }: { model: PrmModel }) {
  const { trainedOn, labelsFrom } = model;
  if (trainedOn)
    return (
      <PageLink href={`/prm?set=${trainedOn.id}`}>
        {countOf(trainedOn.n, "label")} on {trainedOn.labelled.name}
      </PageLink>
    );
  return <span className="muted">{labelsFrom ? `labels of ${labelsFrom}, not stored` : "not known"}</span>;
}

function ModelTable({ models, shown, hrefOf, now }: ModelsSectionProps) {
  return (
    <Table
      label="Trained models"
      how="Held-out: episodes that were not trained on. Spearman: rank correlation of score and label. Baseline: always the mean label of the training part. Better: the 95 % interval of the paired difference by episode excludes 0. Errors are squared; ECE is the mean distance from the diagonal, weighted by n. Concordance (Harrell's c): chance that of two steps with different labels the one with the higher label has the higher score, equal scores counting half."
    >
      <thead>
        <Row>
          <HeadCell fixed>Model of run</HeadCell>
          <HeadCell>Trained on</HeadCell>
          <HeadCell num sub="held-out steps">
            n
          </HeadCell>
          <HeadCell num sub="held out">
            Episodes
          </HeadCell>
          <HeadCell num sub="squared">
            Error
          </HeadCell>
          <HeadCell num sub="squared">
            Baseline
          </HeadCell>
          <HeadCell sub="than the baseline">Better</HeadCell>
          <HeadCell num>ECE</HeadCell>
          <HeadCell num>Concordance</HeadCell>
          <HeadCell num>Spearman</HeadCell>
          <HeadCell>When</HeadCell>
        </Row>
      </thead>
      <tbody>
        {models.map((model) => (
          <Row key={model.run.id} selected={models.length > 1 ? model === shown : undefined}>
            <Cell fixed>
              <RowName
                href={hrefOf(model)}
                after={<span className="muted mono">{shortId(model.run.id)}</span>}
              >
                {model.run.name}
              </RowName>
            </Cell>
            <Cell>
              <TrainedOn model={model} />
            </Cell>
            <Cell num>{writeCount(model.report.n)}</Cell>
            <Cell num>{writeCount(model.report.episodes)}</Cell>
            <Cell num>
              <Value value={model.report.mse} />
            </Cell>
            <Cell num>
              <Value value={model.report.baselineMse} />
            </Cell>
            <Cell>{model.better === "yes" ? betterWords(model) : <b>{betterWords(model)}</b>}</Cell>
            <Cell num>
              <Value value={model.report.ece} />
            </Cell>
            <Cell num>
              {model.poor ? <FindingFlag level="warning" label="ranks poorly" /> : null}{" "}
              <Value value={model.report.auroc} />
            </Cell>
            <Cell num>
              <Value value={model.report.spearman} />
            </Cell>
            <Cell>
              <Time at={model.at} now={now} form="moment" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function ModelDetail({ model }: { model: PrmModel }) {
  const { report } = model;
  return (
    <Pairs
      pairs={[
        {
          name: "Run",
          value: (
            <PageLink href={`/runs/${model.run.id}`}>
              {model.run.name} in {model.experiment.title}
            </PageLink>
          ),
        },
        { name: "Trained on", value: <TrainedOn model={model} /> },
        {
          name: "Held out",
          value: `${countOf(report.n, "step")} of ${countOf(report.episodes, "episode")}`,
        },
        { name: "Squared error", value: <Value value={report.mse} noInterval="no interval" /> },
        { name: "Always the mean", value: <Value value={report.baselineMse} noInterval="no interval" /> },
        { name: "Absolute error", value: <Value value={report.mae} noInterval="no interval" /> },
        {
          name: "Concordance",
          value:
            report.auroc === null ? (
              "all labels are equal"
            ) : (
              <>
                <Value value={report.auroc} /> <span className="muted">(0.5 is chance)</span>
              </>
            ),
        },
        {
          name: "Spearman",
          value: report.spearman === null ? "not defined" : <Value value={report.spearman} />,
        },
      ]}
    />
  );
}

/** What an episode's mean score is made of: a model that pays for looking pays for it before every repair. */
function ScoreByAction({ model }: { model: PrmModel }) {
  const { byAction, n } = model.report;
  if (!byAction) return null;
  return (
    <Section title={`Score by action of ${model.run.name}`} note="what an episode's mean is made of">
      <Table
        label="Score by action"
        density="dense"
        how="Of held-out steps. Where a run's reward takes the mean over its decisions, an episode gains by every step that scores above that mean; the last less the first score pays for none."
      >
        <thead>
          <Row>
            <HeadCell fixed>Action</HeadCell>
            <HeadCell num sub="steps">
              n
            </HeadCell>
            <HeadCell num sub="% of steps">
              Share
            </HeadCell>
            <HeadCell num sub="mean">
              Score
            </HeadCell>
            <HeadCell num sub="mean">
              Label
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {byAction.map((row) => (
            <Row key={row.action}>
              <Cell fixed>{row.action}</Cell>
              <Cell num>{writeCount(row.n)}</Cell>
              <Cell num>{writeValue(row.n / n, "share", n)}</Cell>
              <Cell num>
                <Value value={row.meanScore} />
              </Cell>
              <Cell num>
                <Value value={row.meanLabel} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

/** Trained process reward models: held-out error against the baseline, calibration, ranking, and what they learned from. */
export function ModelsSection(props: ModelsSectionProps) {
  const { shown } = props;
  return (
    <Section title="Trained PRMs" id="models" note="on held-out episodes, by the training run">
      <ModelTable {...props} />
      {shown.better === "yes" && !shown.poor ? null : (
        <Strip
          level={shown.better === "no" || shown.poor ? "warning" : "info"}
          claim={`${shown.run.name}${shown.poor ? ` ${rankingWords(shown.report)}.` : ":"}`}
          folded={shown.poor}
        >
          {shown.verdict}
        </Strip>
      )}
      <Grid columns={2}>
        <CalibrationPlot
          title={`Calibration of ${shown.run.name}`}
          unit="mean label against mean score, held out"
          bins={shown.report.bins}
        />
        <div>
          {shown.better === "yes" && !shown.poor ? <p className="second">{shown.verdict}</p> : null}
          <ModelDetail model={shown} />
        </div>
      </Grid>
      <ScoreByAction model={shown} />
    </Section>
  );
}
