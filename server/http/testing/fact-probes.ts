import { factsWithinReach } from "../../services/external/facts-within-reach.ts";
import { maskedVerbs } from "../../services/external/masked-verbs.ts";
import { keepGroupsInParts } from "../../adapters/group-in-parts.ts";
import { rolloutsOf } from "../../adapters/ablab/read-groups.ts";
import { ADAPTERS } from "../../adapters/index.ts";
import { fakeVerbs, request, type FakeRun } from "../../adapters/testing.ts";

const headers = { authorization: `Basic ${Buffer.from("api:token").toString("base64")}` };
const adapterCalled = (name: string) => ADAPTERS.find((adapter) => adapter.name === name)!;

/** What is looked at of what is told. */
const told = (facts: Parameters<typeof factsWithinReach>[0]) => factsWithinReach(facts);
const table = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 1]));

/** A run of the wandb client after a message with these streams. */
export async function streamed(files: object): Promise<FakeRun> {
  const verbs = fakeVerbs();
  await adapterCalled("wandb").take(request("POST", "/files/e/p/r/file_stream", { files }, headers), verbs);
  return [...verbs.runs.values()][0];
}

/** A run of our own client, and what is sent to it. */
async function openOurs() {
  const verbs = fakeVerbs();
  const own = adapterCalled("ablab");
  const at = "?experiment=e&key=k&writer=main";
  await own.take(
    request("POST", "/api/ingest/v1/runs", { experiment: "e", key: "k", writer: "main" }),
    verbs,
  );
  return {
    ours: (verb: string, body: string) =>
      own.take(request("POST", `/api/ingest/v1/${verb}${at}`, Buffer.from(body)), verbs),
    run: () => [...verbs.runs.values()][0],
  };
}

/** Each tells or says so much of a run, and answers whether all of it was looked at. */
export const FACT_PROBES = {
  facts: {
    config: (n: number) => Object.keys(told({ config: table(n) }).config!).length === n,
    table: (n: number) => Object.keys(told({ summary: table(n) }).summary!).length === n,
    name: (n: number) => Object.hasOwn(told({ config: { ["x".repeat(n)]: 1 } }).config!, "x".repeat(n)),
    text: (n: number) => String(told({ config: { a: "x".repeat(n) } }).config!.a).length === n,
    inAll(n: number) {
      const names = Array.from({ length: 64 }, (_, i) => `k${i + 10}`);
      const length = Math.floor((n - 1 - 3 * 64) / 63);
      const texts = names.map((name, i) => [
        name,
        "x".repeat(i < 63 ? length : n - 1 - 3 * 64 - 63 * length),
      ]);
      const more = { ...Object.fromEntries(texts), last: "x".repeat(200) };
      return (told({ config: more }).config as Record<string, string>).last.length === 200;
    },
    tags: (n: number) => told({ tags: Array.from({ length: n }, () => "a") }).tags!.length === n,
    word: (n: number) => told({ name: "x".repeat(n) }).name!.length === n,
    notes: (n: number) => told({ notes: "x".repeat(n) }).notes!.length === n,
  },
  notes: {
    async notes(n: number) {
      const { ours, run } = await openOurs();
      const values = Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, [1]]));
      await ours("rows", JSON.stringify({ n: 0, values }));
      return run().notes.length === n;
    },
    async alerts(n: number) {
      const { ours, run } = await openOurs();
      await ours(
        "alerts",
        Array.from({ length: n }, (_, i) => JSON.stringify({ id: `${i}`, title: "t" })).join("\n"),
      );
      return run().alerts.length === n;
    },
    async text(n: number) {
      const said: string[] = [];
      const verbs = maskedVerbs({ ...fakeVerbs(), say: (_, note) => void said.push(note.message) });
      verbs.say("r", { level: "info", message: "x".repeat(n) });
      return said[0].length === n;
    },
  },
  groups: {
    completions: (n: number) =>
      rolloutsOf({ key: "g", completions: Array.from({ length: n }, () => "x") }) !== null,
    async characters(n: number) {
      let kept = 0;
      const verbs = { keepRollouts: () => void (kept += 1), say: () => undefined };
      const sent = { key: "g", prompt: "p", completions: ["x".repeat(n - 1)] };
      await keepGroupsInParts(verbs, "r", rolloutsOf(sent) ?? []);
      return kept === 1;
    },
  },
};
