import { EvaluationAnswer, type EvaluationMetric, type ProblemRow } from "../../contracts/evaluation.ts";
import { ask } from "../client.ts";
import { EXIT } from "../cli-error.ts";
import { number, percent, plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";

/** Unsolved problems that are named without --json. */
const NAMED = 20;

const bound = ({ unit }: EvaluationMetric, value: number | null) =>
  unit === "share" ? percent(value) : number(value, 2);

function metricRow(metric: EvaluationMetric): string[] {
  const { low, high, n, hits, of } = metric;
  const interval =
    low === null || high === null ? "no interval" : `[${bound(metric, low)}, ${bound(metric, high)}]`;
  return [
    metric.unit === "share" ? `${metric.title} %` : metric.title,
    bound(metric, metric.value),
    interval,
    hits === null ? String(n) : `${hits}/${n}`,
    of,
  ];
}

function unsolvedLine(problems: ProblemRow[]): string {
  const unsolved = problems.filter((row) => !row.solved);
  if (unsolved.length === 0) return "Every problem is solved.";
  const names = unsolved.slice(0, NAMED).map((row) => plain(row.key));
  const more = unsolved.length > NAMED ? ` and ${unsolved.length - NAMED} more (--json lists all)` : "";
  return `Unsolved, ${unsolved.length}: ${names.join(", ")}${more}`;
}

function print({ evaluation: e, metrics, integers, problems }: EvaluationAnswer): void {
  say(`${plain(e.run.name)} at train step ${e.trainStep}${e.final ? ", final" : ""}  (${e.id})`);
  say(
    `${e.n} problems of "${plain(e.population.name)}", population ${e.population.hash.slice(0, 12)}${e.population.relaxed ? ", integer models relaxed" : ""}`,
  );
  say(
    `${e.protocol.decoding}, at most ${e.protocol.maxSteps} steps, observation ${plain(e.protocol.observation)}, protocol ${e.protocolHash.slice(0, 12)}; ${e.episodes} episodes kept`,
  );
  say(`\n${textTable(["metric", ">value", "95 %", ">n", "of"], metrics.map(metricRow))}`);
  if (integers.refuted > 0)
    say(`\n${integers.refuted} solved integer problems have no solution once integrality counts.`);
  say(`\n${unsolvedLine(problems)}`);
}

export const verb: Verb = {
  name: "evaluation",
  words: "EVALUATION|RUN",
  wordCount: [1, 1],
  summary: "show one evaluation: metrics with intervals, and the outcome on every problem",
  details:
    "The word is the id of an evaluation or the start of one; or a run (id, start of one, name), which stands for its final evaluation. With --json every problem has key, hash, type, level, solved, steps, op, da, clean and confirmed.",
  options: talking({}),
  answer: EvaluationAnswer,
  async run(input) {
    const found = await ask(input, async (api): Promise<EvaluationAnswer> => {
      const which = await api.evaluations.find.query({ text: input.words[0] });
      const [detail, problems] = await Promise.all([
        api.evaluations.get.query(which),
        api.evaluations.problems.query(which),
      ]);
      return { ...detail, problems };
    });
    if (input.options.json) printJson(found);
    else print(found);
    return EXIT.done;
  },
};
