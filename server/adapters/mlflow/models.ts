import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import { objectOf, textOf, wordOf, type Foreign } from "../../foreign/foreign-values.ts";
import { jsonAnswer, type AdapterAnswer } from "../adapter.ts";

/**
 * A logged model of MLflow 3 is its files below `models/` of the run that made it. The client asks for it before it sends them,
 * and a refusal ends the training at its first checkpoint. Its id says all that is known of it, so nothing has to be stored.
 */
interface Told {
  run: string;
  experiment: string;
  name: string;
  type: string;
}

const PREFIX = "m-";

const idOf = (told: Told): string => PREFIX + Buffer.from(JSON.stringify(told)).toString("base64url");

function toldBy(id: string): Told {
  const read = objectOf(Buffer.from(id.slice(PREFIX.length), "base64url")) ?? {};
  const [run, experiment, name, type] = [read.run, read.experiment, read.name, read.type].map(
    (word) => textOf(word) ?? "",
  );
  return { run, experiment, name, type };
}

function modelAnswer(id: string, status: string, verbs: ExternalVerbs): AdapterAnswer {
  const { run, experiment, name, type } = toldBy(id);
  const at = verbs.read(run)?.createdAt ?? 0;
  const info = {
    model_id: id,
    experiment_id: experiment,
    name,
    creation_timestamp_ms: at,
    last_updated_timestamp_ms: at,
    artifact_uri: `mlflow-artifacts:/${experiment}/${run}/artifacts/models/${name}`,
    status,
    model_type: type,
    source_run_id: run,
    tags: [],
  };
  return jsonAnswer({ model: { info, data: { params: [], metrics: [] } } });
}

/** A folder's name as the client writes it; it asks for none with slashes. */
const folderOf = (name: unknown): string => (textOf(name) ?? "model").replace(/[/\\]|^\.+$/g, "_");

const ONE = /^(GET|PATCH|DELETE|POST) logged-models\/(m-[\w-]+)(?:\/(?:params|tags|metrics))?$/;

/** Answers what the client asks of logged models; null for all else. */
export function answerModels(call: string, given: Foreign, verbs: ExternalVerbs): AdapterAnswer | null {
  if (call === "POST logged-models") {
    const told = {
      run: textOf(given.source_run_id) ?? "none",
      experiment: wordOf(given.experiment_id) ?? "0",
      name: folderOf(given.name),
      type: textOf(given.model_type) ?? "",
    };
    return modelAnswer(idOf(told), "LOGGED_MODEL_PENDING", verbs);
  }
  if (call === "POST logged-models/search") return jsonAnswer({ models: [] });
  const [, method, id] = ONE.exec(call) ?? [];
  if (id === undefined) return null;
  if (method === "DELETE" || method === "POST") return jsonAnswer({});
  return modelAnswer(id, textOf(given.status) ?? "LOGGED_MODEL_READY", verbs);
}
