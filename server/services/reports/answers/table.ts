import type { AblationTable } from "../../../contracts/experiment.ts";
import { DIGESTED, type Finding } from "../../../contracts/finding.ts";
import type { FindingsAnswer, Provenance, TableAnswer } from "../../../contracts/reports/report-answer.ts";
import type { AblationTableQuery } from "../blocks/ablation-table.ts";
import type { FindingsQuery } from "../blocks/findings.ts";
import { ServiceError } from "../../../errors.ts";
import { saidOnce } from "../../../checks/said-once.ts";
import { familyNotes } from "../../../wording/claims.ts";
import { MEAN_WITH_INTERVAL } from "../../../wording/seeds.ts";
import type { Answered, Reading } from "./reading.ts";
import { CLAIMS, digestOf } from "./digest.ts";
import { cellData } from "./number.ts";
import { reportedRows } from "./reported-rows.ts";
import { finishedRuns, requireCells } from "./subject.ts";

interface Chosen {
  table: AblationTable;
  metrics: string[];
  provenance: Provenance;
  /** Rows of every configuration and asked metric. */
  data: unknown;
}

function choose(reading: Reading, query: AblationTableQuery | FindingsQuery): Chosen {
  const cells = requireCells(reading, query.experiment);
  const table = reading.table(query.experiment);
  const known = table.columns.map((c) => c.metric);
  const foreign = query.metrics?.find((m) => !known.includes(m));
  if (foreign !== undefined)
    throw new ServiceError(
      "invalid",
      `The ablation table has no column ${foreign.slice(0, 60)}. It has ${known.join(", ")}.`,
    );
  const metrics = query.metrics ?? known;
  const tested = table.columns.filter((c) => metrics.includes(c.metric) && c.method);
  const methods = tested.map(({ title, method }) => `${title}: ${method}.`);
  return {
    table,
    metrics,
    provenance: {
      subject: `${table.title}: ${cells.map((c) => c.config).join(", ")}`,
      definition: table.columns
        .filter((c) => metrics.includes(c.metric))
        .map((c) => `${c.title}: ${c.definition}`)
        .join(". "),
      method: `${MEAN_WITH_INTERVAL}, ${table.caption}. Differences: ${[...methods, ...familyNotes(tested)].join(" ") || "none tested"}`,
      runs: cells.flatMap((c) => finishedRuns(c).map(({ id, name }) => ({ id, name }))),
      evaluations: [],
      source: "live",
      computedAt: reading.at,
    },
    data: metrics.map((metric) => [
      metric,
      cells.map((c) => [
        c.cell,
        c.config,
        c.baseline,
        c.planned,
        cellData(reading, c, { metric, at: "final" }),
      ]),
    ]),
  };
}

/** What is said of the asked columns: everything about a whole row, and what is about one of them. */
const about = (findings: Finding[], metrics: string[]) =>
  findings.filter((o) => o.metric === null || metrics.includes(o.metric));

const saidFindings = (chosen: Chosen): FindingsAnswer["findings"] =>
  saidOnce(chosen.table.rows.flatMap((row) => about(row.findings, chosen.metrics))).map(
    ({ rule, severity, claim, where, evidence }) =>
      where === null
        ? { rule, severity, claim, evidence: evidence[0].words }
        : { rule, severity, claim, evidence: where, each: evidence },
  );

/** The same as a digest sees it: rules decide whether a block has drifted, not the words for them. */
const judgedBy = (chosen: Chosen): unknown =>
  chosen.table.rows.map((row) =>
    about(row.findings, chosen.metrics).map(({ rule, severity, metric }) => [
      rule,
      DIGESTED[severity],
      metric,
    ]),
  );

const asked = ({ table, metrics }: Chosen) => table.verdicts.filter((v) => metrics.includes(v.metric));

const verdictsOf = (chosen: Chosen) => asked(chosen).map((v) => v.message);

const leftOutOf = (chosen: Chosen) => chosen.table.leftOut.map((l) => `${l.name}: ${l.why}`);

const keep = <T>(record: Record<string, T>, metrics: string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([metric]) => metrics.includes(metric)));

/** The columns as they were asked for; where none were, what the experiment is for stands first, what is exploratory last. */
function shownColumns(
  { columns }: AblationTable,
  metrics: readonly string[] | null,
): AblationTable["columns"] {
  if (metrics) return metrics.flatMap((metric) => columns.find((column) => column.metric === metric) ?? []);
  return columns.toSorted((a, b) => Number(a.primary === false) - Number(b.primary === false));
}

/** Answers the ablation table of an experiment for some of its columns. */
export function answerTable(reading: Reading, query: AblationTableQuery): Answered<TableAnswer> {
  const chosen = choose(reading, query);
  const { table, metrics, provenance, data } = chosen;
  const exploratory = table.columns.filter(({ primary }) => primary === false);
  const columns = shownColumns(table, query.metrics === undefined ? null : metrics);
  const reported = query.reported ? reportedRows(reading, query.reported, columns) : undefined;
  const isShown = ({ metric }: { metric: string }) => metrics.includes(metric);
  const answer: TableAnswer = {
    kind: "table",
    ...provenance,
    ...(exploratory.some((column) => isShown(column) && column.family) && {
      exploratory: {
        columns: exploratory.length,
        notShown: exploratory.filter((column) => !isShown(column)).map(({ title }) => title),
      },
    }),
    title: table.title,
    baseline: table.baseline,
    columns,
    rows: table.rows.map((row) => ({
      config: row.config,
      baseline: row.baseline,
      n: row.n,
      planned: row.planned,
      metrics: keep(row.metrics, metrics),
      difference: keep(row.difference, metrics),
      comparable: keep(row.comparable, metrics),
      bySeed: keep(row.bySeed, metrics),
      ...(row.missing && { missing: keep(row.missing, metrics) }),
      findings: about(row.findings, metrics),
    })),
    caption: table.caption,
    verdicts: verdictsOf(chosen),
    leftOut: leftOutOf(chosen),
    ...(reported && { reported }),
  };
  return {
    answer,
    digest: digestOf({
      data: reported ? [data, reported] : data,
      claims: CLAIMS,
      objections: judgedBy(chosen),
      leftOut: answer.leftOut,
    }),
  };
}

/** Answers in sentences: what separates, what does not, what objects, what was left out. */
export function answerFindings(reading: Reading, query: FindingsQuery): Answered<FindingsAnswer> {
  const chosen = choose(reading, query);
  const { say } = query;
  const isJudged = say === "all" || say === "checks";
  const answer: FindingsAnswer = {
    kind: "findings",
    ...chosen.provenance,
    say,
    answers: say === "checks" ? [] : asked(chosen).map((v) => v.answer ?? v.message),
    verdicts: say === "checks" ? [] : verdictsOf(chosen),
    findings: isJudged ? saidFindings(chosen) : [],
    leftOut: say === "all" ? leftOutOf(chosen) : [],
  };
  return {
    answer,
    digest: digestOf({
      data: chosen.data,
      claims: CLAIMS,
      findings: isJudged ? judgedBy(chosen) : [],
      leftOut: answer.leftOut,
    }),
  };
}
