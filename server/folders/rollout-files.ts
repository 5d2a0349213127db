import { holdCompletions, rolloutOfMessages, rolloutsOfRows, turnsOf } from "../foreign/completions.ts";
import { jsonText, wholeOf, wordOf, type Foreign } from "../foreign/foreign-values.ts";
import { linesTail } from "./json-lines.ts";
import { Places } from "./places.ts";
import { nothing, type Reader } from "./told.ts";

/** verl's `STEP.jsonl` of rollout_data_dir and validation_data_dir. Balanced batches are mixed: one prompt is one group. */
export const verlReader = (): Reader => ({
  opens: (path) => /(^|\/)\d+\.jsonl$/.test(path) && !/(^|\/)trajectory\//.test(path),
  read(path, bytes) {
    const told = nothing();
    const rows: Foreign[] = [];
    linesTail(path, (line) => void rows.push(line)).take(bytes);
    if (!holdCompletions(rows)) return told;
    const byPrompt = [...Map.groupBy(rows, ({ input, prompt }) => jsonText(input ?? prompt)).values()];
    const phase = /(^|[/_-])(val|valid|validation|eval|test)[^/]*\/[^/]*$/i.test(path) ? "eval" : "train";
    const step = Number(/(\d+)\.jsonl$/.exec(path)![1]);
    // Extras of a verl reward function are numbers too; `score` alone is what was trained on.
    const rollouts = rolloutsOfRows(byPrompt.flat(), { step, phase });
    return { ...told, rollouts };
  },
});

/** Rows of a line that has a list in each of its columns, as ms-swift writes a batch; else the line itself. */
function rowsOfLine(line: Foreign): Foreign[] {
  const columns = Object.entries(line);
  const [, first] = columns.find(([, cells]) => Array.isArray(cells)) ?? [];
  const count = Array.isArray(first) ? first.length : 0;
  const isBatch =
    count > 0 &&
    columns.every(([, cells]) => Array.isArray(cells) && cells.length === count) &&
    (line.completion as unknown[] | undefined)?.every((cell) => typeof cell === "string");
  if (isBatch !== true) return [line];
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.map(([name, cells]) => [name, (cells as unknown[])[i]])),
  );
}

/** `completions.jsonl` of ms-swift: a row a line, or a batch a line, each with its step. */
export const completionLinesReader = (): Reader => ({
  opens: (path) => /(^|\/)completions\.jsonl$/.test(path),
  read(path, bytes) {
    const told = nothing();
    const rows: Foreign[] = [];
    linesTail(path, (line) => void rows.push(...rowsOfLine(line))).take(bytes);
    if (!holdCompletions(rows)) return told;
    const byStep = Map.groupBy(rows, (row) => wholeOf(row.step ?? row.gen_step ?? row.global_step));
    for (const [step, of] of byStep)
      told.rollouts.push(...rolloutsOfRows(of, { step: step ?? 0, phase: "train" }));
    return told;
  },
});

const TRAJECTORY = /(?:^|\/)trajectory\/(eval_)?(\d+)\.jsonl$/;

/** `trajectory/ROLLOUT.jsonl` beside a miles dashboard: a conversation a line, with its group. */
export const milesTrajectoryReader = (): Reader => ({
  opens: (path) => TRAJECTORY.test(path),
  read(path, bytes) {
    const told = nothing();
    const [, evaluation, number] = TRAJECTORY.exec(path)!;
    const places = new Places();
    linesTail(path, (row) => {
      const group = wordOf(row.group_index) ?? wordOf(row.sample_index) ?? "";
      const rollout = rolloutOfMessages(
        Array.isArray(row.messages) ? row.messages : [],
        {
          reward: row.reward,
          stop_reason: row.status,
          truncated: row.status === "truncated",
          sample: row.sample_index,
        },
        {
          step: Number(number),
          group,
          place: places.of(group, wordOf(row.sample_index) ?? ""),
          phase: evaluation === undefined ? "train" : "eval",
        },
      );
      // A prompt that is one text stands beside the conversation, not in it.
      const prompt = rollout.prompt.length > 0 ? rollout.prompt : turnsOf(row.prompt, "user");
      told.rollouts.push({ ...rollout, prompt });
    }).take(bytes);
    return told;
  },
});
