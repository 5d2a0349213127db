import { fakeVerbs, request } from "../testing.ts";
import { mlflowAdapter } from "./adapter.ts";

export const API = "/api/2.0/mlflow";
export const FILES = "/api/2.0/mlflow-artifacts/artifacts";
export const tag = (key: string, value: string) => ({ key, value });
export const metric = (
  key: string,
  value: number | string,
  step: number,
  timestamp: number | string = 1000,
) => ({
  key,
  value,
  step,
  timestamp,
  run_id: "ignored",
});

/** The wire on verbs in memory, and calls as the client makes them. */
export function world() {
  const verbs = fakeVerbs();
  const adapter = mlflowAdapter();
  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await adapter.take(request(method, path, body, headers), verbs);
    return { status: answer.status, body: answer.body };
  };
  const ask = async (method: string, call: string, body?: unknown) => {
    const { status, body: said } = await send(method, `${API}/${call}`, body, {
      "x-mlflow-client-version": "3.17.2",
    });
    return { status, said: JSON.parse(String(said)) as never as Record<string, never> };
  };
  const post = (call: string, body: unknown) => ask("POST", call, body);
  const get = (call: string) => ask("GET", call);
  const experimentId = async (name: string): Promise<string> => {
    const { said } = await get(`experiments/get-by-name?experiment_name=${encodeURIComponent(name)}`);
    return (said.experiment as { experiment_id: string }).experiment_id;
  };
  const start = async (more = {}) => {
    const experiment_id = await experimentId("sweep");
    const body = { experiment_id, user_id: "ada", run_name: "seed-0", start_time: 5, tags: [], ...more };
    const made = (await post("runs/create", body)).said.run["info"] as { run_id: string };
    return made.run_id;
  };
  const run = (id: string) => [...verbs.runs.values()].find((r) => r.id === id)!;
  const rows = (id: string, stream = "history") => run(id).rows.get(`mlflow:${stream}`) ?? [];
  return { verbs, adapter, send, post, get, start, run, rows, experimentId };
}
