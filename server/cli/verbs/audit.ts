import { AuditView } from "../../contracts/rollouts/audit.ts";
import { ROLLOUT_PHASES } from "../../contracts/rollouts/rollout-limits.ts";
import { ID_PREFIXES } from "../../contracts/id-prefixes.ts";
import {
  agreementWords,
  AUDIT_METHOD,
  auditedWords,
  auditScope,
  errorRows,
  writeAudited,
} from "../../wording/audits.ts";
import { countOf, writeCount } from "../../wording/counts.ts";
import { writeNumber, writeWhole } from "../../wording/numbers.ts";
import { quantityText } from "../../wording/quantities.ts";
import { ask, type Api } from "../client.ts";
import { CliError, EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb, type VerbInput } from "../verb.ts";

const USAGE = "Usage: npx ablab audit show RUN|AUDIT | audit draw RUN";

/** The audit that a word names: itself, or the newest one of a run. */
async function show(api: Api, word: string): Promise<AuditView> {
  if (word.startsWith(`${ID_PREFIXES.audit}_`)) return api.audits.get.query({ id: word });
  const runId = await findRun(api, word, "read");
  const [newest] = await api.audits.list.query({ runId });
  if (!newest)
    throw new CliError(`${plain(word)} has no audit. Draw one with: npx ablab audit draw ${plain(word)}`);
  return api.audits.get.query({ id: newest.id });
}

function wholeOf(input: VerbInput, name: "step" | "seed" | "size"): number | undefined {
  const given = text(input.options[name]);
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given)) throw usageError(`--${name} is a whole number from 0.`);
  return Number(given);
}

async function draw(api: Api, input: VerbInput): Promise<AuditView> {
  const phase = text(input.options.phase) ?? "eval";
  const known = ROLLOUT_PHASES.find((one) => one === phase);
  if (!known) throw usageError(`--phase is ${ROLLOUT_PHASES.join(" or ")}, not "${plain(phase)}".`);
  const threshold = text(input.options.threshold);
  if (threshold !== undefined && (threshold.trim() === "" || !Number.isFinite(Number(threshold))))
    throw usageError("--threshold is a number.");
  return api.audits.draw.mutate({
    runId: await findRun(api, input.words[1], "read"),
    phase: known,
    step: wholeOf(input, "step") ?? null,
    threshold: threshold === undefined ? null : Number(threshold),
    size: wholeOf(input, "size"),
    seed: wholeOf(input, "seed"),
  });
}

function print(audit: AuditView): void {
  const { run, population, measured, corrected, n, items, threshold, seed, estimates, agreements } = audit;
  say(`${plain(run.name)}, ${auditScope(audit)}  (${audit.id})`);
  say(
    `${countOf(items.length, "completion")} drawn from ${writeCount(population.n)} with seed ${writeWhole(seed)}; the verifier accepts from reward ${writeNumber(threshold)} on.`,
  );
  if (population.unrewarded > 0)
    say(`Left out: ${countOf(population.unrewarded, "completion")} without a finite reward.`);
  say(`Measured success ${quantityText({ value: measured, unit: "share", n: population.n })}`);
  if (corrected) say(`Corrected success ${writeAudited(corrected, n)}, ${auditedWords(audit)}`);
  else say("Not corrected: mark completions that the verifier accepts and completions that it rejects.");
  for (const estimate of estimates) {
    const rows = errorRows(estimate).map(({ name, what, share, n: of }) => [
      name,
      writeAudited(share, of),
      what,
      writeWhole(of),
    ]);
    say(`\n${plain(estimate.by)}, ${countOf(estimate.n, "mark")}`);
    say(textTable(["", "95 %", "", ">n"], rows));
  }
  for (const one of agreements) {
    const differ = one.differ.map((position) => writeWhole(position + 1)).join(", ");
    say(
      `\n${plain(one.a)} and ${plain(one.b)}: ${agreementWords(one)}${differ ? `; they differ on ${differ}` : ""}.`,
    );
  }
  say(`\n${AUDIT_METHOD}`);
}

export const verb: Verb = {
  name: "audit",
  words: "show RUN|AUDIT | draw RUN",
  wordCount: [2, 2],
  summary: "how often a verifier is wrong, from completions that people marked",
  details:
    "A draw takes completions stratified by the verifier's verdict, reward and length; people mark them as right or wrong on the page of the run, under Groups. The same draw again is the same audit. A run stands for its newest audit.",
  examples: [
    ["npx ablab audit draw baseline-s0 --step 40", "draw 50 completions of the evaluation at step 40"],
    ["npx ablab audit show baseline-s0", "errors of its verifier, and the corrected success"],
  ],
  options: talking({
    phase: { type: "string", value: "PHASE", help: "train or eval; default eval" },
    step: { type: "string", value: "N", help: "draw from this step; default: all" },
    size: { type: "string", value: "N", help: "completions to draw; default 50" },
    seed: { type: "string", value: "N", help: "seed of the draw; default 1" },
    threshold: {
      type: "string",
      value: "REWARD",
      help: "reward from which the verifier accepts; default: halfway between least and greatest",
    },
  }),
  answer: AuditView,
  async run(input) {
    const [what, word] = input.words;
    if (what !== "show" && what !== "draw") throw usageError(USAGE);
    const audit = await ask(input, (api) => (what === "show" ? show(api, word) : draw(api, input)));
    if (input.options.json) printJson(audit);
    else print(audit);
    return EXIT.done;
  },
};
