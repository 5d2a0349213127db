import { fakeVerbs, request } from "../testing.ts";
import { trackioAdapter } from "./adapter.ts";

export const RUN = { project: "grpo", run: "seed-0", run_id: "9dbd" };

/** The wire on verbs in memory, and calls as the client makes them. */
export function world() {
  const verbs = fakeVerbs();
  const adapter = trackioAdapter();
  const call = async (name: string, kwargs: unknown) => {
    const answer = await adapter.take(request("POST", `/api/${name}`, { args: [], kwargs }), verbs);
    return { status: answer.status, said: JSON.parse(String(answer.body)) as Record<string, unknown> };
  };
  const entry = (log_id: string, metrics: object, more = {}) => ({
    ...RUN,
    metrics,
    step: 0,
    config: null,
    log_id,
    ...more,
  });
  const log = (...logs: object[]) => call("bulk_log", { hf_token: null, logs });
  const run = (place = "grpo/9dbd") => verbs.runs.get(place)!;
  const rows = () => run().rows.get("trackio:history") ?? [];
  return { adapter, verbs, call, entry, log, run, rows };
}

export const turn = (role: string, content: string) => ({ role, content });
export const row = (step: number, prompt: string, completion: string, more = {}) => ({
  step,
  prompt: [turn("user", prompt)],
  completion: [turn("assistant", completion)],
  ...more,
});
export const table = (...rows: object[]) => ({ _type: "trackio.table", _value: rows });
