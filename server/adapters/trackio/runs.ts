import { setImmediate } from "node:timers/promises";
import type { CalledRun, OpenedRun, ExternalVerbs } from "../../contracts/external/verbs.ts";
import { placeName, textOf, type Foreign } from "../../foreign/foreign-values.ts";
import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";

/** Runs that one answer names: some 3 MB. */
const MOST_RUNS = 20_000;
/** Runs that are looked at before others get their turn. */
const AT_ONCE = 1000;

export const data = (value: unknown): AdapterAnswer => jsonAnswer({ data: value });
export const projectOf = (value: unknown): string => placeName(value, "trackio");

/** Its processes are not told apart by their rows. */
export const WRITER = "trackio";

/** The run an entry names: by its id, which the client makes; older clients have names alone. */
export function runOf(entry: Foreign, verbs: ExternalVerbs): OpenedRun {
  const experiment = projectOf(entry.project);
  const key = placeName(entry.run_id ?? entry.run, "run");
  return (
    verbs.find({ experiment, key }) ??
    verbs.open({
      experiment,
      key,
      name: textOf(entry.run),
      client: "trackio",
      writer: WRITER,
      resume: "allow",
    })
  );
}

/** The first entry of a process says when that began. Another moment than before: another process goes on with the run. */
export function noteProcess(entry: Foreign, verbs: ExternalVerbs, begun: string | undefined): void {
  if (begun === undefined) return;
  const known = runOf(entry, verbs);
  if (known.facts.environment.created === begun) return;
  const place = { experiment: projectOf(entry.project), key: placeName(entry.run_id ?? entry.run, "run") };
  verbs.open({ ...place, client: "trackio", writer: WRITER, resume: "allow" });
}

/** What the runs of a project are, newest first; others get their turn in between. */
async function* calledIn(verbs: ExternalVerbs, experiment: string): AsyncGenerator<CalledRun> {
  let seen = 0;
  for (const run of verbs.called(experiment)) {
    yield run;
    if (++seen % AT_ONCE === 0) await setImmediate();
  }
}

/** The runs of a project, oldest first; of too many the newest, since a refusal would end a training at its start. */
export async function runsOf(kwargs: Foreign, verbs: ExternalVerbs): Promise<AdapterAnswer> {
  const runs: object[] = [];
  for await (const { key, name, createdAt } of calledIn(verbs, projectOf(kwargs.project))) {
    runs.push({ id: key, name, created_at: new Date(createdAt).toISOString() });
    if (runs.length === MOST_RUNS) break;
  }
  return data(runs.toReversed());
}

/** The newest run of an id or, for clients that know none, of a name. */
async function newestRun(kwargs: Foreign, verbs: ExternalVerbs): Promise<CalledRun | null> {
  const key = textOf(kwargs.run_id);
  for await (const run of calledIn(verbs, projectOf(kwargs.project)))
    if (key === null ? run.name === kwargs.run : run.key === key) return run;
  return null;
}

export async function runSummary(kwargs: Foreign, verbs: ExternalVerbs): Promise<AdapterAnswer> {
  const found = await newestRun(kwargs, verbs);
  const run = found && verbs.read(found.runId);
  if (!run) return data(null);
  const { name, facts, lastStep } = run;
  const project = projectOf(kwargs.project);
  return data({ project, run: name, run_id: run.key, config: facts.config, last_step: lastStep });
}
