import { EvaluationAnswer, type EvaluationMetric, type ProblemRow } from "../../contracts/evaluation.ts";
import { ask } from "../client.ts";
import { EXIT } from "../exit.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, type Verb } from "../verb.ts";
import { countOf, writeCount, writePart } from "../../wording/counts.ts";
import { writeQuantity } from "../../wording/quantities.ts";
import { withUnit } from "../../wording/typography.ts";
import { severalPoliciesText, writePolicyAt } from "../../wording/policy-at.ts";
import { writeDecoding, writeDrawn } from "../../wording/decoding.ts";

/** Unsolved problems that are named without --json. */
const NAMED = 20;

function metricRow(metric: EvaluationMetric): string[] {
  const { n, hits, of } = metric;
  const { value, unit, interval } = writeQuantity(metric);
  return [
    metric.title,
    withUnit(value, unit),
    interval ?? "no interval",
    hits === null ? writeCount(n) : writePart(hits, n),
    of,
  ];
}

function unsolvedLine(problems: ProblemRow[]): string {
  const unsolved = problems.filter((row) => !row.solved);
  if (unsolved.length === 0) return "Every problem is solved.";
  const names = unsolved.slice(0, NAMED).map((row) => plain(row.key));
  const more =
    unsolved.length > NAMED ? ` and ${writeCount(unsolved.length - NAMED)} more (--json lists all)` : "";
  return `Unsolved, ${writeCount(unsolved.length)}: ${names.join(", ")}${more}`;
}

function print({ evaluation: e, metrics, reranked, integers, problems }: EvaluationAnswer): void {
  const protocolHash = e.protocolHash.slice(0, 12);
  say(`${writePolicyAt(plain(e.run.name), e)}${e.final && e.stepOf !== null ? ", final" : ""}  (${e.id})`);
  say(
    `${countOf(e.n, "problem")} of "${plain(e.population.name)}", population ${e.population.hash.slice(0, 12)}${e.population.relaxed ? ", integer models relaxed" : ""}`,
  );
  say(
    e.protocol.programs
      ? `${writeDecoding(e.protocol)}, ${writeDrawn(e.protocol.programs)}, ${plain(e.protocol.observation)}, protocol ${protocolHash}`
      : `${writeDecoding(e.protocol)}, at most ${countOf(e.protocol.maxSteps, "step")}, observation ${plain(e.protocol.observation)}, protocol ${protocolHash}; ${countOf(e.episodes, "episode")} kept`,
  );
  const several = severalPoliciesText(e.policies);
  if (several !== null) say(several);
  say(`\n${textTable(["metric", ">value", "95 %", ">n", "of"], metrics.map(metricRow))}`);
  if (reranked)
    say(
      `\n${textTable(["of the samples", ">value", "95 %", ">n", "of"], reranked.rows.map(metricRow))}\n${reranked.message}`,
    );
  if (integers.refuted > 0)
    say(
      `\n${countOf(integers.refuted, "solved integer problem has", "solved integer problems have")} no solution once integrality counts.`,
    );
  say(`\n${unsolvedLine(problems)}`);
}

export const verb: Verb = {
  name: "evaluation",
  words: "EVALUATION|RUN",
  wordCount: [1, 1],
  summary: "show one evaluation: metrics with intervals, and the outcome on every problem",
  details:
    "The word is the id of an evaluation or the start of one; or a run (id, start of one, name), which stands for its final evaluation. With --json every problem has key, hash, type, level, solved, steps, op, da, clean and confirmed.",
  examples: [
    ["npx ablab evaluation baseline-s0", "metrics with intervals, and the outcome on every problem"],
  ],
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
