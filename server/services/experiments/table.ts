import { recipeOf } from "../recipes/book.ts";
import type { AblationRow, AblationTable, Difference } from "../../contracts/experiment.ts";
import type { RunState } from "../../contracts/run-lifecycle.ts";
import { type JudgedCell, judgeCells } from "../../checks/cells.ts";
import { asMuchAsControl, controlText } from "../../checks/aa-control.ts";
import { alongTraining } from "./along-training.ts";
import type { ServiceContext } from "../context.ts";
import { ofOneMoment } from "../series/of-one-moment.ts";
import { doAtOnce, type Sliced } from "../series/sliced.ts";
import { factsBySeed, type SeedFacts } from "./cell-values.ts";
import { changedConfig } from "../runs/changed-config.ts";
import { findingsInSlices } from "../runs/findings.ts";
import { type Cell, experimentCells } from "./cells.ts";
import { definitionOn, estimateOf, measuredParts, partOf } from "./estimates.ts";
import { headlineOf } from "./primary-metric.ts";
import { noteChangedVerdicts } from "./changed-verdicts.ts";
import { claimColumn } from "./claim-column.ts";
import { earlierValues } from "./earlier-runs.ts";
import { columnFamilies } from "./families.ts";
import { withoutCopies } from "./copied-runs.ts";
import { missingValues, withoutDiverged } from "./missing-values.ts";
import { judgedCell } from "./judged-cell.ts";
import { meanOfKnown } from "../../stats/summary.ts";
import { looksCaption } from "../../wording/verdicts/looks.ts";
import { CONFIRMATION, confirmationCaption, ledgerCaption } from "../../wording/verdicts/ledger.ts";
import { confirmationOf, ledgerOf } from "../ledger/comparisons.ts";
import { noteLook } from "../looks/note-look.ts";
import { looksOf, seenLooks } from "../looks/seen-looks.ts";
import { withNewProblems } from "./new-problems.ts";
import { answerOf } from "./answer.ts";
import { axesWords, captionOf, measuredRuns } from "./table-caption.ts";
import { verdictOf } from "./verdict.ts";
import { type DiagnosisChoice, isMeasuredDa, MEASURED_DA } from "../../../packs/repair/diagnosis.ts";
import { isDefinedByProtocol } from "../../../workers/protocol/metrics/metric-kinds.ts";
import { diagnosisTitle } from "../../../packs/repair/wording/diagnosis.ts";

function statesOf(cell: Cell): Partial<Record<RunState, number>> {
  const states: Partial<Record<RunState, number>> = {};
  for (const run of cell.runs) states[run.state] = (states[run.state] ?? 0) + 1;
  return states;
}

/** Whether the rows of evaluations hold the values of a metric by themselves, problem by problem. */
const isOfRows = (metric: string, choice: DiagnosisChoice): boolean =>
  !isDefinedByProtocol(metric) || isMeasuredDa(choice);

/** The ablation table of an experiment, of one moment and at once. */
export function ablationTable(...asked: Parameters<typeof tableSteps>): AblationTable {
  const { table, note } = doAtOnce(tableSteps(...asked));
  note();
  return table;
}

/** The same in slices, read again where something changed meanwhile: a look is noted of what is shown in the end. */
export function* tableNow(...asked: Parameters<typeof tableSteps>): Sliced<AblationTable> {
  const { table, note } = yield* ofOneMoment(asked[0], () => tableSteps(...asked));
  note();
  return table;
}

/**
 * The ablation table of an experiment: every cell with its mean and t interval over seeds, its difference to the
 * baseline with an adjusted interval, and what forbids or weakens the comparison. Computed from stored points and
 * per-problem rows at this moment. `also`: more metrics, as exploratory columns; `choice`: which quantity is read as DA.
 * Neither changes what is claimed in another column.
 */
function* tableSteps(
  ctx: ServiceContext,
  experimentId: string,
  also: readonly string[] = [],
  choice: DiagnosisChoice = MEASURED_DA,
): Sliced<{ table: AblationTable; note: () => void }> {
  const { cells, leftOut, title, plan } = experimentCells(ctx, experimentId);
  yield;
  const manifest = cells.length === 0 ? undefined : recipeOf(ctx.db, cells[0].runs[0]);
  const lead = headlineOf(ctx, experimentId, manifest, plan);
  const families = columnFamilies({
    headline: lead.metrics,
    primary: lead.primary,
    also,
    // A launch declares the DA that is measured: another one, chosen over stored rows, is one of several looks at them.
    isReread: (metric) => !isOfRows(metric, choice),
  });
  const metrics = [...families.keys()];
  const primary = metrics.find((metric) => families.get(metric)?.primary) ?? null;
  const attempts = cells.flatMap((c) => [...c.bySeed.values()].flatMap((s) => s.attempt ?? []));
  const health = yield* findingsInSlices(ctx, attempts);
  const seeds = new Map<string, SeedFacts[]>();
  for (const cell of cells) {
    const facts = yield* factsBySeed(ctx, cell, choice, metrics);
    seeds.set(cell.cell, withoutDiverged(withoutCopies(facts), cell, health));
  }
  const baseline = cells.find((c) => c.baseline);
  const judged: JudgedCell[] = [];
  for (const cell of cells) {
    judged.push(judgedCell(ctx, cell, seeds.get(cell.cell) ?? [], health, metrics));
    yield;
  }
  const base = baseline ? judged[cells.indexOf(baseline)] : null;
  const verdicts = new Map(judgeCells(judged, base, metrics).map((verdict, i) => [cells[i].cell, verdict]));
  const forbiddenIn = (cell: Cell, metric: string) => verdicts.get(cell.cell)?.forbidden.get(metric) ?? [];
  const mayRank = (cell: Cell, metric: string) => forbiddenIn(cell, metric).length === 0;
  const missing = new Map(
    cells.map((cell) => [
      cell,
      new Map(metrics.map((metric) => [metric, missingValues(cell, seeds.get(cell.cell) ?? [], metric)])),
    ]),
  );
  const missingOf = (cell: Cell, metric: string) => missing.get(cell)?.get(metric) ?? [];
  const earlier = yield* earlierValues(ctx, experimentId, cells, { metrics, choice });
  const looks = seenLooks(ctx, experimentId, plan);
  const parts = measuredParts(ctx, [...seeds.values()].flat());
  const allPart = partOf([...seeds.values()].flat(), parts);
  yield;
  const claimed = new Map(
    [...families].map(([metric, family]) => [
      metric,
      claimColumn(
        {
          metric,
          ...family,
          primaryBy: lead.by,
          planned: plan.primaryMetric === undefined ? undefined : plan.comparisons,
          sharedStarts: plan.sharedStarts ?? false,
          looks,
          definition: definitionOn(metric, allPart, choice, [...seeds.values()].flat()),
          ...(isDefinedByProtocol(metric) && { title: diagnosisTitle(choice) }),
        },
        cells.map((cell) => ({
          cell,
          seeds: seeds.get(cell.cell) ?? [],
          missing: missingOf(cell, metric),
          earlier: earlier(cell.cell, metric),
          forbidden: forbiddenIn(cell, metric),
        })),
      ),
    ]),
  );
  const leadClaims = primary === null ? null : claimed.get(primary);
  const newProblems = leadClaims
    ? withNewProblems(ctx, leadClaims)
    : new Map<string, Difference["newProblems"]>();
  const rowOf = (cell: Cell): AblationRow => {
    const own = seeds.get(cell.cell) ?? [];
    const part = partOf(own, parts);
    return {
      cell: cell.cell,
      config: cell.config,
      baseline: cell.baseline,
      place: cell.place,
      changed: baseline ? changedConfig(ctx.db, baseline, cell) : [],
      seeds: own.map((s) => s.seed),
      n: own.length,
      planned: cell.planned,
      states: statesOf(cell),
      runIds: cell.runs.map((r) => r.id),
      metrics: Object.fromEntries(
        metrics.map((m) => [m, estimateOf(own, m, part, choice, claimed.get(m)?.differences.get(cell.cell))]),
      ),
      bySeed: Object.fromEntries(
        metrics.map((m) => [m, own.map((s) => ({ seed: s.seed, runId: s.runId, value: s.value(m) }))]),
      ),
      missing: Object.fromEntries(metrics.map((m) => [m, missingOf(cell, m)])),
      difference: Object.fromEntries(
        metrics.map((m) => {
          const difference = claimed.get(m)?.differences.get(cell.cell) as Difference;
          return [
            m,
            m === primary ? { ...difference, newProblems: newProblems.get(cell.cell) ?? null } : difference,
          ];
        }),
      ),
      comparable: Object.fromEntries(metrics.map((m) => [m, mayRank(cell, m)])),
      notLogged: Object.fromEntries(verdicts.get(cell.cell)?.notLogged ?? []),
      findings: verdicts.get(cell.cell)?.findings ?? [],
      episodes: meanOfKnown(own.map((s) => s.episodes)),
      answerTokens: meanOfKnown(own.map((s) => s.answerTokens)),
      durationMs: meanOfKnown(own.map((s) => s.durationMs)),
      cpuSeconds: meanOfKnown(own.map((s) => s.cpuSeconds)),
      trainStep: own.length > 0 && new Set(own.map((s) => s.trainStep)).size === 1 ? own[0].trainStep : null,
      part,
      beside: cell.beside,
    };
  };
  const rows: AblationRow[] = [];
  for (const cell of cells) {
    rows.push(rowOf(cell));
    yield;
  }
  const columns = metrics
    .flatMap((m) => claimed.get(m)?.column ?? [])
    .map((column) => {
      const said = [column.caution, asMuchAsControl(column, rows)].filter((one) => one !== null);
      return { ...column, caution: said.length > 0 ? said.join(" ") : null };
    });
  const question = columns.find((column) => column.primary) ?? columns[0];
  const twin = question ? controlText(question, rows) : null;
  const shownLooks = question ? rows.flatMap(({ difference }) => difference[question.metric].look ?? []) : [];
  const summary = looksOf(looks);
  const onProblems = measuredRuns([...seeds.values()].flat());
  const ledger = ledgerOf(ctx, experimentId, onProblems);
  const confirmation = confirmationOf(ctx, experimentId, onProblems);
  const standing = confirmation?.fresh ? CONFIRMATION : "";
  const note = () => {
    if (isMeasuredDa(choice)) noteChangedVerdicts(ctx, table);
    if (primary === null) return;
    noteLook(ctx, looks, {
      experimentId,
      isTested: rows.some(({ difference }) => difference[primary].low !== null),
      cells: cells.map(({ cell, runs }) => ({
        cell,
        seeds: runs.map(({ seed }) => seed),
        valued: (seeds.get(cell) ?? []).filter((one) => one.value(primary) !== null).map(({ seed }) => seed),
      })),
    });
  };
  const table: AblationTable = {
    experimentId,
    title,
    baseline: baseline?.config ?? null,
    columns,
    alongTraining: alongTraining(columns.map(({ metric }) => metric)),
    rows,
    leftOut,
    caption: [
      captionOf(plan, manifest, [...seeds.values()].flat()),
      ...axesWords(metrics, [...seeds.values()].flat()),
      twin,
      looksCaption(summary, shownLooks),
      ledger && ledgerCaption(ledger),
      confirmation && confirmationCaption(confirmation),
    ]
      .filter((one) => one !== null)
      .join("; "),
    // The question of the launch is answered first.
    verdicts: columns
      .toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
      .map((column) => {
        const { answer, notes } = answerOf(column, columns, rows);
        const message = standing + verdictOf(column, rows);
        return { metric: column.metric, message, answer: standing + answer, notes };
      }),
    asOf: ctx.now(),
    looks: summary,
    ledger,
    confirmation,
  };
  return { table, note };
}
