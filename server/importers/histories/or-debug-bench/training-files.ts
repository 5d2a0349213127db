import { zoneNote } from "./episodes.ts";
import { type HistoryReader, ImportError, type ImportedRun, ownName, type SentFile } from "../reader.ts";
import { headOf } from "../sent-file.ts";
import { historyOf, type HistoryRow } from "../history.ts";
import { flat, identity, isStored, parseJson, readMoment, type Stored } from "../values.ts";

/** The folder that a file lies in, which is what people call its run. */
const folderName = ({ name }: SentFile): string => name.split("/").at(-2) ?? ownName(name);

function treeOf(file: SentFile): Stored {
  const tree = parseJson(file);
  if (!isStored(tree)) throw new ImportError(`${file.name} holds no object. Nothing was imported.`);
  return tree;
}

function listOf(file: SentFile, tree: Stored, name: string): Stored[] {
  const list = tree[name];
  if (!Array.isArray(list) || !list.every(isStored))
    throw new ImportError(`${file.name}: "${name}" is no list of objects. Nothing was imported.`);
  return list;
}

const numbersOf = (tree: Stored): Record<string, number> =>
  Object.fromEntries(
    Object.entries(flat(tree)).filter((pair): pair is [string, number] => typeof pair[1] === "number"),
  );

interface Told {
  name: string;
  identity: unknown[];
  config: Stored;
  summary: Stored;
  history?: HistoryRow[];
}

const runOf = (file: SentFile, timestamp: unknown, utcOffsetMinutes: number, told: Told): ImportedRun => ({
  sourceId: identity("training", ownName(file.name), ...told.identity),
  name: told.name,
  startedAt: null,
  endedAt: readMoment(timestamp, `${file.name}, timestamp`, utcOffsetMinutes),
  state: "finished",
  config: flat(told.config),
  environment: { source: file.name },
  summary: flat(told.summary),
  evaluations: [],
  history: historyOf(told.history ?? []),
  notes: zoneNote([timestamp], utcOffsetMinutes),
});

const STATISTICS = /^(dgro_statistics|reward_stats|statistics)$/;

/** What a training of LLM-for-OR writes of itself at its end. */
export const trainingMetadataReader: HistoryReader = {
  kind: "training-metadata",
  title: "training_metadata.json",
  opens: ({ name }) => ownName(name) === "training_metadata.json",
  read(file, _beside, { utcOffsetMinutes }) {
    const { timestamp, ...tree } = treeOf(file);
    const isResult = ([name]: [string, unknown]) => STATISTICS.test(name);
    const facts = Object.entries(tree);
    const summary = Object.fromEntries(facts.filter(isResult));
    const config = Object.fromEntries(facts.filter((pair) => !isResult(pair)));
    return [
      runOf(file, timestamp, utcOffsetMinutes, {
        name: folderName(file),
        identity: [timestamp, config],
        config,
        summary,
      }),
    ];
  },
};

/** Five configurations of an ablation: a run each. */
export const ablationSummaryReader: HistoryReader = {
  kind: "ablation-summary",
  title: "ablation_summary.json",
  opens: ({ name }) => ownName(name) === "ablation_summary.json",
  read(file, _beside, { utcOffsetMinutes }) {
    const { timestamp, ...tree } = treeOf(file);
    return listOf(file, tree, "results").map((result, i) => {
      const { config_name: given, config, ...summary } = result;
      const name = typeof given === "string" ? given : `configuration ${i + 1}`;
      return runOf(file, timestamp, utcOffsetMinutes, {
        name,
        identity: [timestamp, name],
        config: { config_name: name, ...(isStored(config) && config) },
        summary,
      });
    });
  },
};

/** Rounds of self-play, and the steps of a checkpoint of axiom: a value for each. */
export const stepsReader: HistoryReader = {
  kind: "training-steps",
  title: "progress.json and state.json",
  opens: (file) =>
    /^(progress|state)\.json$/.test(ownName(file.name)) &&
    /"(round_metrics|metrics_history)"/.test(new TextDecoder().decode(headOf(file, 100_000))),
  read(file, _beside, { utcOffsetMinutes }) {
    const {
      timestamp,
      round_metrics: rounds,
      metrics_history: steps,
      entropy_history: _entropy,
      ...config
    } = treeOf(file);
    const rows = listOf(file, { rows: rounds ?? steps }, "rows");
    const history = rows.map((row, i) => {
      const { round, step: own, ...values } = numbersOf(row);
      return { step: round ?? own ?? i + 1, at: null, values };
    });
    return [
      runOf(file, timestamp, utcOffsetMinutes, {
        name: folderName(file),
        identity: [timestamp ?? null, history[0] ?? null],
        config,
        summary: {},
        history,
      }),
    ];
  },
};
