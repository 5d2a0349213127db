import type { TextsEvent } from "../../../workers/protocol/events.ts";
import type { Rollout } from "../../contracts/external/verbs.ts";

/** What a trainer of ours says of its completions, as any wire brings them. */
export function rolloutsOf({ phase, step, groups }: TextsEvent): Rollout[] {
  return groups.flatMap(({ key, prompt, completions }) =>
    completions.map(({ text, reward, length, truncated, ending, rewards, error }, place): Rollout => ({
      step,
      group: key,
      place,
      phase,
      prompt: [{ role: "problem", text: prompt }],
      completion: [{ role: "policy", text }],
      rewards,
      reward,
      advantage: null,
      length,
      truncated,
      stopReason: ending,
      epoch: null,
      extra: error === undefined ? {} : { error },
    })),
  );
}
