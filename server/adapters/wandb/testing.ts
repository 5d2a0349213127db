import { fakeVerbs, request, type FakeRun } from "../testing.ts";
import type { AdapterAnswer, AdapterRequest } from "../adapter.ts";
import { wandbAdapter } from "./adapter.ts";

/** Of 40 characters to the letter: `wandb.login(key=…)` of 0.19 and 0.21 takes no other. */
export const TOKEN = "t".repeat(40);

const UPSERT =
  "mutation UpsertBucket($id:String,$name:String,$project:String,$entity:String,$displayName:String,$config:JSONString,$host:String,$program:String,$tags:[String!]){upsertBucket(input:{id:$id,name:$name,modelName:$project,entityName:$entity,displayName:$displayName,config:$config,host:$host,jobProgram:$program,tags:$tags}){bucket{id name displayName config historyLineCount project{id name entity{id name}}}inserted}}";

const RESUME =
  'query RunResumeStatus($project:String,$entity:String,$name:String!){model(name:$project,entityName:$entity){id name entity{id name}bucket(name:$name,missingOk:true){id name summaryMetrics displayName logLineCount historyLineCount eventsLineCount historyTail eventsTail config tags notes wandbConfig(keys:["t"])}}}';

const CONFIG = JSON.stringify({ _wandb: { value: { cli_version: "0.31.0" } } });

export interface Bucket {
  id: string;
  name: string;
  historyLineCount: number;
  historyTail: string;
  config: string;
  project: { name: string; entity: { name: string } };
}

/** A wire and the verbs in memory, and what a client does as calls. */
export function world(now: () => number = () => 0) {
  const verbs = fakeVerbs();
  const adapter = wandbAdapter(now);
  const headers = { authorization: `Basic ${Buffer.from(`api:${TOKEN}`).toString("base64")}` };
  const take = (asked: AdapterRequest) => adapter.take(asked, verbs) as AdapterAnswer;
  const said = (answer: AdapterAnswer) => JSON.parse(String(answer.body)) as Record<string, unknown>;
  const ask = (query: string, variables: object = {}, more = {}) =>
    said(take(request("POST", "/graphql", { query, variables }, { ...headers, ...more })));
  const upsert = (variables: object, more = {}) => {
    const { data } = ask(UPSERT, { name: "seed0", project: "drive", ...variables }, more) as {
      data: { upsertBucket: { bucket: Bucket; inserted: boolean } };
    };
    return data.upsertBucket;
  };
  const run = (place = "drive/seed0"): FakeRun => {
    const found = verbs.runs.get(place);
    if (!found) throw new Error(`There is no ${place}, but ${[...verbs.runs.keys()].join(", ")}.`);
    return found;
  };
  return {
    adapter,
    verbs,
    headers,
    take,
    ask,
    upsert,
    run,
    /** A process begins a run. */
    begin: (variables: object = {}, more = {}) =>
      upsert({ host: "vm", program: "train.py", config: CONFIG, ...variables }, more),
    /** What a client is told of a run that it wants to go on with. */
    resume(name = "seed0") {
      const { data } = ask(RESUME, { project: "drive", entity: null, name }) as {
        data: { model: { bucket: Bucket | null } };
      };
      return data.model.bucket;
    },
    /** A message of the stream. */
    stream(files: object = {}, more: object = {}, at: { path?: string; headers?: object } = {}) {
      const path = at.path ?? "/files/ablab/drive/seed0/file_stream";
      const body = Object.keys(files).length > 0 ? { files, ...more } : more;
      return said(take(request("POST", path, body, { ...headers, ...at.headers })));
    },
    /** One that is stored in parts. */
    async streamLarge(files: object): Promise<Record<string, unknown>> {
      const path = "/files/ablab/drive/seed0/file_stream";
      return said(await adapter.take(request("POST", path, { files }, headers), verbs));
    },
    put: (path: string, bytes: string | Uint8Array) =>
      take(
        request(
          "PUT",
          `/wires/wandb/file?entity=ablab&project=drive&run=seed0&path=${encodeURIComponent(path)}`,
          bytes,
          headers,
        ),
      ),
    said: (place?: string) => run(place).notes.map(({ message }) => message),
  };
}
