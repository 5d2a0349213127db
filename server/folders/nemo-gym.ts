import type { Rollout, Turn } from "../contracts/external/verbs.ts";
import { turnsOf } from "../foreign/completions.ts";
import {
  isForeign,
  jsonText,
  numberOf,
  textOf,
  wholeOf,
  wordOf,
  type Foreign,
} from "../foreign/foreign-values.ts";
import { linesTail } from "./json-lines.ts";
import { Places } from "./places.ts";
import { list } from "./trace-rollout.ts";
import type { Reader } from "./told.ts";

/** Columns of a row that are read by name. */
const TASK = "_ng_task_index";
const ROLLOUT = "_ng_rollout_index";
const READ = new Set(["responses_create_params", "response", "reward", TASK, ROLLOUT]);

/** An item of a response of the Responses API as turns. */
function turnsOfItem(item: Foreign): Turn[] {
  switch (item.type) {
    case "function_call":
      return [{ role: "assistant", text: `${textOf(item.name) ?? "call"}(${textOf(item.arguments) ?? ""})` }];
    case "function_call_output":
      return [{ role: "tool", text: textOf(item.output) ?? jsonText(item.output) }];
    case "reasoning":
      return list(item.summary).flatMap(({ text }) =>
        textOf(text) === null ? [] : [{ role: "reasoning", text: String(text) }],
      );
    default:
      return turnsOf({ role: item.role ?? "assistant", content: item.content }, "assistant");
  }
}

/**
 * Rollouts of NeMo Gym, as `ng_collect_rollouts` writes them: a task with its response and reward a line, in a file of a name
 * with "rollouts". Rollouts of one task are a group; a file is one measurement, which has no step.
 */
export function nemoGymReader(): Reader {
  const places = new Places();
  return {
    opens: (path) => /(^|\/)[^/]*rollouts?[^/]*\.jsonl$/i.test(path),
    tail: (path) =>
      linesTail(path, (row, told) => {
        const { responses_create_params: asked, response } = row;
        if (!isForeign(asked) || !isForeign(response)) return false;
        const prompt = turnsOf(asked.input, "user");
        const group = (wordOf(row[TASK]) ?? jsonText(asked.input)).slice(0, 200);
        const own = wordOf(row[ROLLOUT]) ?? wordOf(response.id) ?? jsonText(response).slice(0, 500);
        const reward = numberOf(row.reward);
        const usage = isForeign(response.usage) ? response.usage : {};
        const why = isForeign(response.incomplete_details)
          ? textOf(response.incomplete_details.reason)
          : null;
        const parts = Object.entries(row).flatMap(([name, value]): [string, string | number | boolean][] =>
          READ.has(name) || !["number", "string", "boolean"].includes(typeof value)
            ? []
            : [[name, value as string | number | boolean]],
        );
        const rollout: Rollout = {
          step: 0,
          phase: "eval",
          group,
          place: places.of(group, own),
          prompt,
          completion: list(response.output).flatMap(turnsOfItem),
          rewards: {},
          reward,
          advantage: null,
          length: wholeOf(usage.output_tokens),
          truncated: response.status === "incomplete",
          stopReason: why,
          epoch: null,
          extra: Object.fromEntries(parts),
        };
        told.rollouts.push(rollout);
      }),
  };
}
