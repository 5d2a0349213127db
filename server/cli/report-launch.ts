import { z } from "zod";
import { RUN_STATES } from "../contracts/run-lifecycle.ts";
import { countOf, writeOf } from "../wording/counts.ts";
import type { PlanInput } from "../contracts/launch/launch.ts";
import { beginSentence } from "../wording/typography.ts";
import { type Api, ask } from "./client.ts";
import { CliError, EXIT } from "./exit.ts";
import { plain, printJson, say } from "./print.ts";
import type { VerbInput } from "./verb.ts";
import { waitForRuns } from "./progress-printer.ts";

/** What a launch prints with --json; `state` is there when it waited. */
export const LaunchAnswer = z.object({
  experimentId: z.string(),
  sweepId: z.string(),
  repeated: z.boolean(),
  runs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      label: z.string(),
      seed: z.number(),
      state: z.enum(RUN_STATES).optional(),
    }),
  ),
});
export type LaunchAnswer = z.infer<typeof LaunchAnswer>;

/** Says before a launch what seeds that are added cost the claims of their experiment, and on which device the runs train. */
export async function sayPlan(
  api: Api,
  input: VerbInput,
  planned: PlanInput,
  knowsGpus: boolean,
): Promise<void> {
  if (input.options.json || (planned.experiment === undefined && !knowsGpus)) return;
  const { joins, devices } = await api.runs.plan.query(planned);
  if (joins?.cost) say(`${beginSentence(joins.cost)}.`);
  if (devices) say(devices.message);
}

/** Says what was launched, waits for it where asked, and returns the exit code. Throws CliError when a run did not finish. */
export async function reportLaunch(input: VerbInput, launched: LaunchAnswer): Promise<number> {
  const { runs, experimentId } = launched;
  if (!input.options.json) {
    for (const run of runs) say(`${run.id}  ${plain(run.name)}`);
    say(`${countOf(runs.length, "run")} in experiment ${experimentId}.`);
  }
  if (!input.options.wait) {
    if (input.options.json) printJson(launched);
    return EXIT.done;
  }
  const ids = runs.map((run) => run.id);
  const states = await ask(input, (api) => waitForRuns(api, experimentId, ids, () => {}));
  const ended = runs.map((run) => ({ ...run, state: states.get(run.id) }));
  const bad = ended.filter((run) => run.state !== "finished");
  if (input.options.json) printJson({ ...launched, runs: ended });
  else if (bad.length === 0) say("All finished.");
  if (bad.length === 0) return EXIT.done;
  throw new CliError(
    `${writeOf(bad.length, runs.length, "run")} did not finish: ${bad.map((r) => `${r.name} ${r.state}`).join(", ")}.`,
  );
}
