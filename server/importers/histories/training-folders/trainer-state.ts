import { trainerStateReader } from "../../../folders/hugging-face.ts";
import { isForeign, parseForeign, stepOf, type Foreign } from "../../../foreign/foreign-values.ts";
import { isEvents } from "../../../contracts/imports/wanted-files.ts";
import { historyOf } from "../history.ts";
import { folderOf, type HistoryReader, ImportError, ownName, type SentFile } from "../reader.ts";
import { identity, objectOf, refuse } from "../values.ts";

const isState = ({ name }: SentFile): boolean => ownName(name) === "trainer_state.json";

/** The folder of the training that wrote a state, into itself or into one of its checkpoints. */
const trainingOf = ({ name }: SentFile): string => folderOf(name).replace(/(^|\/)checkpoint-\d+\/$/, "$1");

/** A state of the training whose folder an event file lies in: both hold what was logged. */
export const stateAround = (events: SentFile, beside: readonly SentFile[]): SentFile | undefined =>
  beside
    .filter((other) => isState(other) && events.name.startsWith(trainingOf(other)))
    .toSorted((a, b) => trainingOf(b).length - trainingOf(a).length)[0];

/** Whether event files lie in the folder of a training. */
const hasEvents = (training: string, beside: readonly SentFile[]): boolean =>
  beside.some((other) => {
    const state = isEvents(other.name) ? stateAround(other, beside) : undefined;
    return state !== undefined && trainingOf(state) === training;
  });

/** A state whose every entry has a step. Throws an `ImportError` that names the field that is wrong. */
function stateOf(file: SentFile): { reached: number; most: number | null; entries: Foreign[] } {
  let tree: unknown;
  try {
    tree = parseForeign(file.bytes);
  } catch (error) {
    // The other parser names line and column.
    objectOf(file);
    throw new ImportError(`${file.name}: ${(error as Error).message} Nothing was imported.`, {
      cause: error,
    });
  }
  const { global_step: global, max_steps: most, log_history: entries } = isForeign(tree) ? tree : {};
  const reached = stepOf(global);
  if (reached === null) throw refuse(`${file.name}, global_step`, "no step", global);
  if (!Array.isArray(entries))
    throw refuse(`${file.name}, log_history`, "no list of what was logged", entries);
  for (const [i, entry] of entries.entries())
    if (!isForeign(entry) || stepOf(entry.step) === null)
      throw refuse(`${file.name}, log_history[${i}].step`, "no step", isForeign(entry) ? entry.step : entry);
  return { reached, most: stepOf(most), entries: entries as Foreign[] };
}

/**
 * `trainer_state.json` of Hugging Face trainers and TRL: those of the checkpoints of one training, and of its end, are one
 * run. Where event files lie in the folder these are it, with the times at which the same values were logged.
 */
export const trainerStateHistoryReader: HistoryReader = {
  kind: "trainer-state",
  title: "trainer_state.json of Hugging Face trainers and TRL",
  opens: isState,
  read(file, beside) {
    const training = trainingOf(file);
    const own = beside
      .filter((other) => isState(other) && trainingOf(other) === training)
      .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
    // Of all checkpoints the first reads every one.
    if (own[0]?.name !== file.name) return [];
    const states = own.map(stateOf);
    if (hasEvents(training, beside)) return [];
    const [first] = states.flatMap(({ entries }) => entries);
    if (first === undefined)
      throw new ImportError(`${file.name}, log_history: nothing was logged. Nothing was imported.`);
    const last = states.reduce((a, b) => (b.reached >= a.reached ? b : a));
    const reader = trainerStateReader();
    const told = own.map((one) => reader.read(one.name, one.bytes));
    // Each holds all of its writer: what went on from an earlier checkpoint is another one.
    const parts = new Map(told.map((one) => [one.writer, one]));
    parts.delete(undefined);
    const isWhole = last.most === null || last.reached >= last.most;
    return [
      {
        sourceId: identity("trainer-state", first),
        name: training.split("/").at(-2) ?? "trainer_state",
        startedAt: null,
        endedAt: null,
        state: isWhole ? "finished" : "killed",
        config: Object.assign({}, ...told.map(({ facts }) => facts.config)),
        environment: { source: file.name },
        summary: Object.assign({}, ...told.map(({ facts }) => facts.summary)),
        evaluations: [],
        history: historyOf(
          [...parts.values()].flatMap(({ history }) =>
            history.map(({ step, ...row }) => ({ ...row, step: step ?? 0 })),
          ),
        ),
        notes: isWhole ? [] : [`Its last state is of step ${last.reached} of ${last.most}.`],
      },
    ];
  },
};
