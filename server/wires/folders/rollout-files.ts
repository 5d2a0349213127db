import type { Rollout, Turn } from "../../contracts/outside/verbs.ts";
import { holdCompletions, rolloutOfMessages, rolloutsOfRows, turnsOf } from "../completions.ts";
import { isForeign, jsonText, numberOf, textOf, wholeOf, wordOf, type Foreign } from "../foreign-values.ts";
import { linesTail } from "./json-lines.ts";
import { nothing, type Reader } from "./told.ts";

const MOST_GROUPS = 5000;

/** Places in groups that grow from several files: the first that is asked for has 0. Bounded: the oldest group is forgotten. */
class Places {
  #groups = new Map<string, Map<string, number>>();

  of(group: string, id: string): number {
    const places = this.#groups.get(group) ?? new Map<string, number>();
    if (!this.#groups.has(group)) this.#groups.set(group, places);
    if (this.#groups.size > MOST_GROUPS) this.#groups.delete(this.#groups.keys().next().value!);
    if (!places.has(id)) places.set(id, places.size);
    return places.get(id)!;
  }
}

const list = (value: unknown): Foreign[] => (Array.isArray(value) ? value.filter(isForeign) : []);

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

const PRIME = /(?:^|\/)rollouts\/step_(\d+)\/(?:(train|eval)\/)?(?:(?:all|effective)\/)?traces\.jsonl$/;

/** Indices of the path from the root of a message graph to its last leaf. */
function lastBranch(nodes: readonly Foreign[]): Foreign[] {
  const parents = new Set(nodes.map(({ parent }) => parent));
  let at: unknown = nodes.findLastIndex((_, i) => !parents.has(i));
  const path: Foreign[] = [];
  while (typeof at === "number" && nodes[at] !== undefined && path.length <= nodes.length) {
    path.push(nodes[at]);
    at = nodes[at].parent;
  }
  return path.reverse();
}

const MAX = /^(?:max_|compaction_failed)/;

/** A trace of verifiers: a graph of messages, of which those that the model wrote are marked. */
function traceRollout(
  trace: Foreign,
  episode: Foreign,
  at: Pick<Rollout, "step" | "phase" | "group" | "place">,
): Rollout {
  const branch = lastBranch(list(trace.nodes));
  const turns = (nodes: readonly Foreign[]): Turn[] =>
    nodes.flatMap(({ message }) => turnsOf(message, "user"));
  const first = branch.findIndex(({ sampled }) => sampled === true);
  const split = first === -1 ? branch.length : first;
  const sampled = branch.filter((node) => node.sampled === true);
  const numbers = (field: string) =>
    sampled.flatMap((node) => (Array.isArray(node[field]) ? (node[field] as unknown[]) : []));
  const advantages = numbers("advantages")
    .map(numberOf)
    .filter((value) => value !== null);
  const rewards = Object.entries(isForeign(trace.rewards) ? trace.rewards : {}).map(([name, reward]) => {
    const score = isForeign(reward) ? numberOf(reward.score) : numberOf(reward);
    const weight = isForeign(reward) ? (numberOf(reward.weight) ?? 1) : 1;
    return { name, score, value: score === null ? null : score * weight };
  });
  const given = rewards.map(({ value }) => value).filter((value) => value !== null);
  const stop = textOf(trace.stop_condition);
  const last = list(trace.calls).findLast(({ error }) => error === null || error === undefined);
  const task = isForeign(episode.task) && isForeign(episode.task.data) ? episode.task.data : {};
  const told: [string, unknown][] = [
    ["environment", isForeign(episode.env) ? (episode.env.name ?? episode.env.id) : null],
    ["task", task.id ?? task.name ?? task.idx],
    ["agent", isForeign(trace.agent) ? trace.agent.name : null],
    ["ok", trace.ok ?? episode.ok],
    ["error", list(trace.errors).at(-1)?.message ?? list(episode.errors).at(-1)?.message],
    ...Object.entries(isForeign(trace.metrics) ? trace.metrics : {}),
  ];
  const tokens = numbers("logprobs").length;
  return {
    ...at,
    prompt: turns(branch.slice(0, split)),
    completion: turns(branch.slice(split)),
    rewards: Object.fromEntries(rewards.map(({ name, score }) => [name, score])),
    reward: given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0),
    advantage:
      advantages.length === 0 ? null : advantages.reduce((sum, value) => sum + value, 0) / advantages.length,
    length: tokens > 0 ? tokens : null,
    truncated: (stop !== null && MAX.test(stop)) || last?.finish_reason === "length",
    stopReason: stop,
    epoch: null,
    extra: Object.fromEntries(
      told
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => [name, plain(value)]),
    ),
  };
}

const plain = (value: unknown): string | number | boolean =>
  typeof value === "number" || typeof value === "boolean" || typeof value === "string"
    ? value
    : jsonText(value);

/**
 * prime-rl's `rollouts/step_N/{train,eval}/{all,effective}/traces.jsonl`, an episode a line. What was trained on stands in
 * both; there it has its advantages, and takes the place it had before.
 */
export function primeRlReader(): Reader {
  const places = new Places();
  return {
    opens: (path) => PRIME.test(path),
    tail: (path) => {
      const [, number, kind] = PRIME.exec(path)!;
      const step = Number(number);
      const phase = kind === "eval" ? "eval" : "train";
      return linesTail(path, (episode, told) => {
        if (holdCompletions([episode]))
          return void told.rollouts.push(...rolloutsOfRows([episode], { step, phase }));
        const id = wordOf(episode.id) ?? jsonText(episode).slice(0, 200);
        const shared = isForeign(episode.group) ? wordOf(episode.group.id) : null;
        for (const [i, trace] of list(episode.traces).entries()) {
          const agent = isForeign(trace.agent) ? textOf(trace.agent.name) : null;
          // Agents of one episode answer different prompts.
          const group = `${shared ?? id}${agent === null || agent === "agent" ? "" : ` ${agent}`}`.slice(
            0,
            200,
          );
          const place = places.of(`${phase} ${step} ${group}`, wordOf(trace.id) ?? `${id} ${i}`);
          told.rollouts.push(traceRollout(trace, episode, { step, phase, group, place }));
        }
      });
    },
  };
}

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
