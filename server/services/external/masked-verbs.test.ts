import { expect, it } from "vitest";
import type { Params } from "../../../workers/protocol/manifest.ts";
import { MASK } from "../../../workers/protocol/secrets/mask-mark.ts";
import { selectLogBytes } from "#db/queries/logs.ts";
import { selectLatestAttempts, selectRunNotes } from "#db/queries/attempts.ts";
import { externalWorld, tableOfValues } from "./testing.ts";

const KEY = "abl_in_0123456789abcdefghijABCDEFGHIJ012";
const HF = "hf_AbCdEfGhIjKlMnOpQrStUvWxYz01234567";

/** Every text and blob of the database, as one. */
function everything(db: ReturnType<typeof externalWorld>["world"]["ctx"]["db"]): string {
  const tables = db.$client
    .prepare("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all() as string[];
  const rows = tables.flatMap(
    (table) => db.$client.prepare(`select * from "${table}"`).raw().all() as unknown[][],
  );
  return rows
    .flat()
    .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : String(value)))
    .join("\n");
}

it("stores no secret, wherever a client puts one", async () => {
  const { world, verbs, open } = externalWorld();
  const { runId, facts } = open({
    name: `r ${KEY}`,
    group: HF,
    tags: [HF],
    notes: `see https://u:pass1@h/ and ${KEY}`,
    experiment: `with ${HF}`,
    key: `k-${KEY}`,
    config: { lr: 1, "logger.wandb.key": "my-own-word", note: KEY, max_tokens: 512 },
    environment: { command: `python t.py --wandb_key pass2 --lr 1`, args: `["--hf_token","pass3"]` },
    summary: { openai_api_key: "pass4", acc: 0.5 },
  });
  expect(facts.config).toEqual({ lr: 1, "logger.wandb.key": MASK, note: MASK, max_tokens: 512 });
  verbs.log(runId, { writer: "w1", stream: "history", offset: 0, table: tableOfValues(`acc ${HF}`, [1]) });
  verbs.say(runId, {
    level: "info",
    message: `key=${KEY}`,
    alert: { title: HF, text: "password=pass5", level: "info" },
  });
  const file = (path: string, text: string) =>
    verbs.keepFile(runId, { path, type: null, bytes: Buffer.from(text) });
  await file("config.yaml", "wandb:\n  api_key: pass6\n");
  await file("diff.patch", `+token = "${HF}"`);
  await file(`${HF}.txt`, "x");
  await file("table.table.json", JSON.stringify({ data: [[`say ${HF}`, "password: pass-7"]] }));
  verbs.print(runId, { writer: "w1", offset: 0, text: `a ${HF}\nWANDB_API_KEY=pass8\n` });
  verbs.end(runId, { state: "failed", exitCode: 1, reason: `Bearer ${KEY}` });
  const kept = everything(world.ctx.db);
  for (const secret of [KEY, HF, "my-own-word", ..."12345689".split("").map((n) => `pass${n}`)])
    expect([secret, kept.includes(secret)]).toEqual([secret, false]);
  // A table is data: only the form of a secret tells.
  expect(kept).toContain("pass-7");
  expect(verbs.find({ experiment: `with ${HF}`, key: `k-${KEY}` })?.runId).toBe(runId);
  expect(
    selectRunNotes(world.ctx.db, [selectLatestAttempts(world.ctx.db, [runId])[0].id]).length,
  ).toBeGreaterThan(0);
});

it("puts runs that differ in a secret alone into one configuration, with and without one", () => {
  const { world, open } = externalWorld();
  const keys: Params[] = [{ wandb_key: "a" }, { wandb_key: "b" }, { wandb_key: "None" }, {}];
  const cells = keys.map((more, i) => {
    const { runId } = open({ key: `r${i}`, config: { lr: 1, seed: i, ...more } });
    return world.ctx.db.$client.prepare("select cell from runs where id = ?").pluck().get(runId);
  });
  expect(new Set(cells).size).toBe(1);
});

it.each([
  ["at every place of a key", `login ${HF} done`, HF],
  [
    "between a name and its value",
    "WANDB_API_KEY=0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c done",
    "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c",
  ],
])("masks a secret of the console that comes in two pieces, cut %s", (_, text, secret) => {
  const { world, verbs, open } = externalWorld();
  const { runId } = open();
  const [attempt] = selectLatestAttempts(world.ctx.db, [runId]);
  let offset = 0;
  const print = (part: string) => {
    verbs.print(runId, { writer: "w1", offset, text: part });
    offset += part.length;
  };
  for (let cut = 0; cut <= text.length; cut += 3) {
    print("\n");
    const from = offset;
    print(text.slice(0, cut));
    print(text.slice(cut));
    const kept = selectLogBytes(world.ctx.db, attempt.id, from, offset).toString();
    expect(kept).toBe(text.replace(secret, "*".repeat(secret.length)));
  }
});
