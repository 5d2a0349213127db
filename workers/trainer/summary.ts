import { writePercent } from "../math/percent.ts";
import type { TrainerEvent, WireNumber } from "../protocol/events.ts";
import { METRICS, metricInfo } from "../protocol/metrics/metrics.ts";
import type { TrainerRequest } from "./arguments.ts";

/** What a run said, in short. */
export interface RunSummary {
  recipe: string;
  version: string;
  preset: string | null;
  seed: number;
  ended: "finished" | "stopped";
  /** Of the last values. */
  step: number;
  /** Last value of each metric. */
  values: Record<string, WireNumber>;
  /** The final evaluation; null where none came. */
  evaluation: { step: number; problems: number } | null;
  /** Content hash of what the run made: its weights or its reward model. */
  weights: string | null;
  notes: string[];
}

/** Gathers a summary from events as they come, keeping no other of them. */
export class Summary {
  readonly #summary: Omit<RunSummary, "ended">;
  readonly #headline: readonly string[];

  constructor({ recipe, seed }: TrainerRequest, preset: string | null) {
    const { slug, version, headline } = recipe;
    this.#headline = headline;
    this.#summary = {
      recipe: slug,
      version,
      preset,
      seed,
      step: 0,
      values: {},
      evaluation: null,
      weights: null,
      notes: [],
    };
  }

  add(event: TrainerEvent): void {
    const summary = this.#summary;
    if (event.t === "points") {
      summary.step = event.step;
      Object.assign(summary.values, event.values);
    } else if (event.t === "evaluation" && event.final) {
      summary.evaluation = { step: event.step, problems: event.rows.length };
    } else if (event.t === "artifact" && event.kind !== "start_weights") summary.weights = event.sha256;
    else if (event.t === "note") summary.notes.push(event.message);
  }

  end(ended: RunSummary["ended"]): RunSummary {
    return { ...this.#summary, ended };
  }

  /** The headline of the recipe, for people. */
  text(ended: RunSummary["ended"]): string {
    const { recipe, version, preset, seed, step, values, evaluation, weights, notes } = this.#summary;
    const of = preset === null ? "" : `, preset ${preset}`;
    const rows = this.#headline
      .filter((name) => values[name] !== undefined)
      .map((name) => {
        const { title, unit } = Object.hasOwn(METRICS, name) ? metricInfo(name) : { title: name, unit: "" };
        return `  ${title.padEnd(24)} ${written(values[name], unit)}`;
      });
    return [
      `${recipe}@${version}${of}, seed ${seed}: ${ended} after step ${step}`,
      ...rows,
      ...(evaluation ? [`  measured on ${evaluation.problems} problems at step ${evaluation.step}`] : []),
      ...(weights ? [`  weights ${weights}`] : []),
      ...notes.map((note) => `  ${note}`),
    ].join("\n");
  }
}

function written(value: WireNumber, unit: string): string {
  if (typeof value !== "number") return value;
  return unit === "share" ? writePercent(value) : `${value.toPrecision(4)} ${unit}`.trimEnd();
}
