import type { Rollout, Turn } from "../contracts/external/verbs.ts";
import { turnsOf } from "../foreign/completions.ts";
import { mean } from "../numbers/middle.ts";
import { isForeign, jsonText, numberOf, textOf, type Foreign } from "../foreign/foreign-values.ts";

export const list = (value: unknown): Foreign[] => (Array.isArray(value) ? value.filter(isForeign) : []);

/** What its producer noted of a trace or an episode. */
export const infoOf = ({ info }: Foreign): Foreign => (isForeign(info) ? info : {});

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
export function traceRollout(
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
    advantage: advantages.length > 0 ? mean(advantages) : numberOf(infoOf(trace).advantage),
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
