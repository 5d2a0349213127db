import type { Params } from "../../../../workers/protocol/manifest.ts";
import { zoneNote } from "../or-debug-bench/episodes.ts";
import { type HistoryReader, ImportError, type ImportedRun, ownName } from "../reader.ts";
import type { SentFile } from "../sent-file.ts";
import { identity } from "../values.ts";
import { isGap } from "./cell-values.ts";
import { withoutPercent } from "./map-columns.ts";
import { isLines } from "./read-rows.ts";
import { type Group, type Opened, seedIn, walked } from "./walk-rows.ts";

/** CSV, TSV and JSON lines of any tool: a row for each step, of one run or of several. */
export const columnsReader: HistoryReader = {
  kind: "columns",
  title: "CSV or JSON lines",
  opens: (file) => /\.(csv|tsv)$/i.test(file.name) || isLines(file),
  columns: (file, mapping) => walked(file, mapping, 0).opened.mapped,
  read(file, _beside, { utcOffsetMinutes, mapping, isPreview }): ImportedRun[] {
    const { opened, groups, kept } = walked(file, mapping ?? null, utcOffsetMinutes);
    const { mapped } = opened;
    // Texts alone are somebody's data, and no history of a run.
    if (mapped.columns.every(({ use }) => use !== "value")) return [];
    const [question] = mapped.questions;
    if (question !== undefined && !isPreview)
      throw new ImportError(`${file.name}: ${question} Nothing was imported.`);
    const seedsOf = Map.groupBy(groups, ({ run }) => run);
    const configs = configsOf(opened, groups);
    return groups.map((group, i) => {
      const isOne = (seedsOf.get(group.run)?.length ?? 0) < 2;
      const base = group.run || baseOf(file);
      const name = isOne || group.seed === "" ? base : `${base}-s${group.seed}`;
      const told = { name: name.slice(0, 200), config: configs[i], history: kept.history(group.key) };
      return runOf(opened, group, told);
    });
  },
};

const baseOf = (file: SentFile): string => ownName(file.name).replace(/\.[^.]+$/, "") || "run";

const textsOf = ({ mapped }: Opened) =>
  mapped.columns.flatMap((column, i) => (column.use === "text" ? [{ ...column, i }] : []));

/** What a run was made with: its seed, and the text that is the same in all of its rows. */
function configOf(opened: Opened, { first, changing, seed }: Group): Params {
  const texts = textsOf(opened).flatMap(({ name, i }) =>
    changing.has(i) || isGap(first.cells[i]) ? [] : [[name, String(first.cells[i])]],
  );
  return { ...Object.fromEntries(texts), ...(seed !== "" && { seed: seedIn(opened, first) }) };
}

/**
 * The configuration of each run. Where nothing but the column of the run tells two of them apart, that names what differs: else
 * they would be one configuration, and one of two runs of a seed would not count.
 */
function configsOf(opened: Opened, groups: readonly Group[]): Params[] {
  const configs = groups.map((group) => configOf(opened, group));
  const areApart = new Set(configs.map((config) => JSON.stringify(config))).size === configs.length;
  return areApart ? configs : configs.map((config, i) => ({ ...config, configuration: groups[i].run }));
}

function runOf(
  opened: Opened,
  group: Group,
  { name, config, history }: Pick<ImportedRun, "name" | "config" | "history">,
): ImportedRun {
  const { mapped, at, file, utcOffsetMinutes } = opened;
  const { first, changing } = group;
  const texts = textsOf(opened);
  const percents = mapped.columns.filter(({ use, scale }) => use === "value" && scale === "percent");
  const left = texts.filter(({ i }) => changing.has(i));
  return {
    // What is appended later leaves the first row of a run as it was, also where it brings other columns.
    sourceId: identity(
      "columns",
      mapped.columns.flatMap((column, i) => (i in first.cells ? [column.name] : [])),
      group.key,
      first.cells.map(String),
    ),
    name,
    startedAt: group.startedAt,
    endedAt: group.endedAt,
    state: "finished",
    config,
    environment: { source: file.name },
    summary: {},
    evaluations: [],
    history,
    notes: [
      ...(at.time < 0 ? [] : zoneNote([first.cells[at.time]], utcOffsetMinutes)),
      ...(at.step < 0 ? ["No column is the step: rows count from 0."] : []),
      ...percents.map(
        (column) =>
          `${column.name} is read as a percentage and stored as a fraction: ${withoutPercent(column.name)}.`,
      ),
      ...(left.length > 0
        ? [`Text that changes from row to row is left out: ${left.map((column) => column.name).join(", ")}.`]
        : []),
    ],
  };
}
