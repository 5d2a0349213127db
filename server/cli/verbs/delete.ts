import { z } from "zod";
import { Deleted, Deletion } from "../../contracts/housekeeping/deletion.ts";
import { DELETION_GRACE_MS, MAX_RUNS_AT_ONCE } from "../../contracts/housekeeping/annotation-limits.ts";
import { ANNOTATED_KINDS } from "../../contracts/housekeeping/annotations.ts";
import { countOf } from "../../wording/counts.ts";
import { writeDuration } from "../../wording/times.ts";
import { ask } from "../client.ts";
import { EXIT, usageError } from "../exit.ts";
import { findAnnotated } from "../find-annotated.ts";
import { findRuns } from "../find-run.ts";
import { plain, printJson, say } from "../print.ts";
import { talking, type Verb, type VerbInput } from "../verb.ts";

const Loss = z.object({
  message: z.string(),
  reports: z.array(z.object({ id: z.string(), title: z.string() })),
});
const RunDeletion = Loss.extend({ id: z.string(), name: z.string() });
const RunsDeletion = Loss.extend({ runs: z.number().int() });

function sayReports(reports: readonly { title: string }[], dry: boolean): void {
  for (const { title } of reports)
    say(plain(`The published report "${title}" ${dry ? "uses" : "used"} it and stays whole.`));
}

/** An experiment or a benchmark: gone for good after some minutes. */
async function deleteOwned(
  input: VerbInput,
  kind: "experiment" | "benchmark",
  word: string,
): Promise<number> {
  const dry = input.options["dry-run"] === true;
  const found = await ask(input, async (api): Promise<Deletion | Deleted> => {
    const thing = { id: await findAnnotated(api, kind, word) };
    return dry ? api.annotations.deletion.query(thing) : api.annotations.delete.mutate(thing);
  });
  if (input.options.json) printJson(found);
  else {
    say(
      plain([dry ? "" : `Deleted ${found.name}.`, found.message, ...found.stays].filter(Boolean).join(" ")),
    );
    sayReports(found.reports, dry);
    if (!dry)
      say(
        plain(
          `It is gone for good in ${writeDuration(DELETION_GRACE_MS)}; until then: npx ablab edit ${kind} ${found.id} --unarchive`,
        ),
      );
  }
  return EXIT.done;
}

async function deleteNamed(input: VerbInput, words: string[]): Promise<number> {
  const dry = input.options["dry-run"] === true;
  const deletion = await ask(input, async (api) => {
    const ids = await findRuns(api, words, "delete");
    const [id, ...others] = ids;
    const isOne = others.length === 0;
    if (!dry && input.options.yes === true)
      return isOne ? api.runs.delete.mutate({ id }) : api.runs.deleteMany.mutate({ ids });
    const planned = await (isOne ? api.runs.deletion.query({ id }) : api.runs.deletions.query({ ids }));
    if (dry) return planned;
    throw usageError(plain(`${planned.message} Nothing was deleted; to do it, add --yes.`));
  });
  if (input.options.json) printJson(deletion);
  else {
    const what = "runs" in deletion ? countOf(deletion.runs, "run") : deletion.name;
    say(plain(dry ? deletion.message : `Deleted ${what}. ${deletion.message}`));
    sayReports(deletion.reports, dry);
  }
  return EXIT.done;
}

export const verb: Verb = {
  name: "delete",
  words: "RUN ... | experiment NAME | benchmark NAME",
  wordCount: [1, MAX_RUNS_AT_ONCE],
  summary:
    "delete runs that have ended, an experiment with its runs, or a benchmark, with everything stored of them",
  details:
    "RUN and NAME are an id, the start of one, or a name that only one has. Published reports that used it stay whole and say that their source is gone. An experiment or a benchmark can be brought back for a while: keep --unarchive, or keep --changes with the JSON answer. A run cannot be: it goes with --yes alone; several go together or, where one cannot, none. With --dry-run nothing is deleted.",
  examples: [
    ["npx ablab delete baseline-s0 --yes", "a run that has ended, with everything stored of it"],
    ['npx ablab delete experiment "Does KL matter?"', "with its runs; can be undone for 15 minutes"],
  ],
  options: talking({
    "dry-run": { type: "boolean", help: "only say what would go" },
    yes: {
      type: "boolean",
      help: "delete a run, which cannot be brought back; without this it is only asked",
    },
  }),
  answer: z.union([Deleted, Deletion, RunDeletion, RunsDeletion]),
  async run(input) {
    const [first, name, ...others] = input.words;
    const kind = ANNOTATED_KINDS.find((one) => one === first);
    if (kind === undefined || name === undefined) return deleteNamed(input, input.words);
    if (kind === "run") return deleteNamed(input, [name, ...others]);
    if (others.length > 0) throw usageError("Experiments and benchmarks are deleted one at a time.");
    return deleteOwned(input, kind, name);
  },
};
