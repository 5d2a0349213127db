import { zoneNote } from "./episodes.ts";
import {
  begins,
  folderName,
  type HistoryReader,
  type ImportedRun,
  ownName,
  type SentFile,
} from "../reader.ts";
import { headOf } from "../sent-file.ts";
import { historyOf, type HistoryRow } from "../history.ts";
import {
  flat,
  identity,
  isStored,
  listOf,
  numbersOf,
  objectOf,
  readMoment,
  refuse,
  type Stored,
} from "../values.ts";

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
    const { timestamp, ...tree } = objectOf(file);
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
    const { timestamp, ...tree } = objectOf(file);
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
    } = objectOf(file);
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

/** The stages of a curriculum at its end. */
export const curriculumResultsReader: HistoryReader = {
  kind: "curriculum-results",
  title: "curriculum_results.json",
  opens: ({ name }) => ownName(name) === "curriculum_results.json",
  read(file, _beside, { utcOffsetMinutes }) {
    const { completed_at: ended, ...tree } = objectOf(file);
    const stages = listOf(file, tree, "stages");
    const named = stages.map(({ stage, ...rest }, i) => [
      typeof stage === "string" ? stage : `stage ${i + 1}`,
      rest,
    ]);
    return [
      runOf(file, ended, utcOffsetMinutes, {
        name: folderName(file),
        identity: [ended ?? null, stages],
        config: { stages: stages.length, ...Object.fromEntries(named) },
        summary: { final_model: tree.final_model },
      }),
    ];
  },
};

/** The failures of an evaluation with what they have in common. */
export const sftFailuresReader: HistoryReader = {
  kind: "sft-failures",
  title: "sft_failures.json",
  opens: (file) =>
    /\.json$/i.test(file.name) && begins(file, 20_000, "metadata", "weakness_profile", "failures"),
  read(file, _beside, { utcOffsetMinutes }) {
    const tree = objectOf(file);
    const { timestamp, ...metadata } = isStored(tree.metadata) ? tree.metadata : {};
    const failures = listOf(file, tree, "failures");
    const { patterns, ...summary } = isStored(tree.summary) ? tree.summary : {};
    const run = runOf(file, timestamp, utcOffsetMinutes, {
      name: typeof metadata.model === "string" ? `failures of ${metadata.model}` : folderName(file),
      identity: [timestamp ?? null, metadata],
      config: {
        ...metadata,
        ...(isStored(tree.weakness_profile) && { weakness_profile: tree.weakness_profile }),
      },
      summary: { ...summary, ...(isStored(patterns) && patterns), failures: failures.length },
    });
    return [
      {
        ...run,
        notes: [
          ...run.notes,
          "The file holds failures alone and not how many problems were tried, so it is no evaluation.",
        ],
      },
    ];
  },
};

/** Labels of steps that a process reward model is trained on, by the step of their episode. */
export const stepLabelsReader: HistoryReader = {
  kind: "step-labels",
  title: "PRM label file",
  opens: (file) =>
    /\.json$/i.test(file.name) && begins(file, 20_000, "metadata", "analysis", "label_distribution"),
  read(file, _beside, { utcOffsetMinutes }) {
    const tree = objectOf(file);
    const { timestamp, analysis, ...metadata } = isStored(tree.metadata) ? tree.metadata : {};
    const labels = listOf(file, tree, "labels").map((row, i) => {
      const place = (field: string) => `${file.name}, labels[${i}].${field}`;
      const { label, step_index: step } = row;
      if (typeof label !== "number" || !(label >= 0 && label <= 1))
        throw refuse(place("label"), "no label between 0 and 1", label);
      if (typeof step !== "number" || !Number.isSafeInteger(step) || step < 0)
        throw refuse(place("step_index"), "no number of a step", step);
      return { label, step };
    });
    const history = [...Map.groupBy(labels, ({ step }) => step)]
      .toSorted(([a], [b]) => a - b)
      .map(([step, own]) => ({
        step,
        at: null,
        values: {
          "labels/mean": own.reduce((sum, { label }) => sum + label, 0) / own.length,
          "labels/count": own.length,
        },
      }));
    return [
      runOf(file, timestamp, utcOffsetMinutes, {
        name: `labels of ${folderName(file)}`,
        identity: [timestamp ?? null, labels.length, history[0] ?? null],
        config: metadata,
        summary: isStored(analysis) ? analysis : {},
        history,
      }),
    ];
  },
};
