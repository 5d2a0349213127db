import { z } from "zod";
import { RetentionAnswer, RetentionPlan } from "../../contracts/attempts/retention.ts";
import { writeBytes } from "../../wording/quantities.ts";
import { countOf, listAnd } from "../../wording/counts.ts";
import { NOT_MEASURED } from "../../wording/typography.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findRun } from "../find-run.ts";
import { plain, printJson, say, textTable } from "../print.ts";
import { talking, text, type Verb } from "../verb.ts";

const Answered = z.object({ plan: RetentionPlan, removed: RetentionAnswer.nullable() });

const SHOWN = 40;

function print({ plan, removed }: z.infer<typeof Answered>): void {
  const rows = plan.go
    .slice(0, SHOWN)
    .map(({ runName, attempt, path, trainStep, bytes, worker }) =>
      [
        runName,
        String(attempt),
        path,
        trainStep === null ? NOT_MEASURED : String(trainStep),
        writeBytes(bytes),
        worker,
      ].map(plain),
    );
  if (rows.length > 0) say(textTable(["run", ">attempt", "checkpoint", ">step", ">size", "on"], rows));
  if (plan.go.length > SHOWN) say(`and ${countOf(plan.go.length - SHOWN, "more checkpoint")}.`);
  if (plan.withoutBest.length > 0)
    say(
      plain(
        `The best of ${listAnd(plan.withoutBest.slice(0, 5))} is not known: no value of the primary metric stands before its checkpoints.`,
      ),
    );
  say(plain(removed ? removed.message : plan.message));
  if (!removed && plan.go.length > 0) say("Nothing was removed. --apply removes what is listed.");
}

export const verb: Verb = {
  name: "retention",
  words: "",
  wordCount: [0, 0],
  summary: "say which checkpoints would go and what that frees; with --apply remove them from their workers",
  details:
    "Of each run the last checkpoints and the best by its primary metric stay. Never removed: pinned ones, those that another run takes, and those of runs that train or wait.",
  examples: [
    ["npx ablab retention", "which checkpoints would be deleted, and what that frees"],
    ["npx ablab retention --apply", "delete them"],
  ],
  options: talking({
    run: { type: "string", value: "RUN", help: "only of this run: an id, the start of one, or a name" },
    experiment: {
      type: "string",
      value: "EXPERIMENT",
      help: "only of this experiment: an id, the start of one, or its name",
    },
    "keep-last": { type: "string", value: "N", help: "how many of the last of each run stay; default: 1" },
    "no-best": { type: "boolean", help: "the best of a run may go, too" },
    preview: { type: "boolean", help: "only say it; the default" },
    apply: { type: "boolean", help: "remove what the preview lists" },
  }),
  answer: Answered,
  async run(input) {
    const { options } = input;
    const told = text(options["keep-last"]);
    const keepLast = told === undefined ? 1 : Number(told);
    if (!Number.isInteger(keepLast) || keepLast < 1)
      throw usageError(`--keep-last takes a whole number from 1, not "${String(told).slice(0, 40)}".`);
    if (options.apply === true && options.preview === true)
      throw usageError("--preview only says it, --apply does it: give one of them.");
    const [named, within] = [text(options.run), text(options.experiment)];
    const answer = await ask(input, async (api) => {
      const rule = {
        keepLast,
        keepBest: options["no-best"] !== true,
        experiment:
          within === undefined ? undefined : (await api.experiments.find.query({ text: within })).id,
        run: named === undefined ? undefined : await findRun(api, named, "read"),
      };
      const plan = await api.files.preview.query(rule);
      const ids = plan.go.map(({ id }) => id);
      const isWanted = options.apply === true && ids.length > 0;
      return { plan, removed: isWanted ? await api.files.remove.mutate({ ...rule, ids }) : null };
    });
    if (options.json) printJson(answer);
    else print(answer);
    return EXIT.done;
  },
};
