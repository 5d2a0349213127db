import { describe, expect, test } from "vitest";
import { request } from "../testing.ts";
import { TOKEN, world } from "./testing.ts";

const history = (...lines: string[]) => ({ "wandb-history.jsonl": { offset: 0, content: lines } });

describe("the id of a run", () => {
  test("is a run of its own for a process that begins where another has trained", () => {
    const it = world();
    expect(it.begin()).toMatchObject({ inserted: true, bucket: { name: "seed0", historyLineCount: 0 } });
    it.stream(history('{"x":1,"_step":0}'));
    expect(it.begin()).toMatchObject({ inserted: true, bucket: { name: "seed0-2", historyLineCount: 0 } });
    it.stream(history('{"x":2,"_step":0}'), {}, { path: "/files/ablab/drive/seed0-2/file_stream" });
    expect(it.begin().bucket.name).toBe("seed0-3");
    expect(it.said("drive/seed0-2")).toEqual([
      "A run with the id seed0 was there already, and this one does not resume it: it is kept as seed0-2.",
    ]);
    expect(it.run().rows.get("main:history")).toHaveLength(1);
  });

  test("is the same run for two processes that begin at once, and neither's rows are lost", () => {
    const it = world();
    const first = it.begin().bucket.project.entity.name;
    const second = it.begin().bucket.project.entity.name;
    expect([first, second]).toEqual(["ablab", expect.stringMatching(/^ablab-[0-9a-f]{6}$/)]);
    for (const [i, entity] of [first, second].entries())
      it.stream(history(`{"x":${i},"_step":0}`), {}, { path: `/files/${entity}/drive/seed0/file_stream` });
    expect([...it.run().rows.values()].map(([{ values }]) => values.x)).toEqual([0, 1]);
  });

  test("goes on after its last step for a process that resumes it, with its configuration as it was", () => {
    const it = world();
    expect(it.resume()).toBe(null);
    it.begin({ config: JSON.stringify({ a: { value: { b: [1, 2], c: "x" } }, n: { value: null } }) });
    it.stream(history(...Array.from({ length: 10 }, (_, i) => `{"x":${i},"_step":${i}}`)));
    it.stream({}, { complete: true, exitcode: 0 });
    const bucket = it.resume();
    expect(bucket).toMatchObject({ name: "seed0", historyLineCount: 10 });
    expect(JSON.parse(bucket!.historyTail)).toEqual(['{"_step":9,"_runtime":0}']);
    expect(JSON.parse(bucket!.config)).toEqual({ a: { value: { b: [1, 2], c: "x" } }, n: { value: null } });
    const { entity } = it.begin({ id: bucket!.id }).bucket.project;
    const path = `/files/${entity.name}/drive/seed0/file_stream`;
    it.stream({ "wandb-history.jsonl": { offset: 10, content: ['{"x":10,"_step":10}'] } }, {}, { path });
    const streams = [...it.run().rows.values()].map((rows) => Object.values(rows));
    expect(streams.flat().map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("of a run that was deleted while it trained begins again, and says so", () => {
    const it = world();
    it.begin();
    it.verbs.runs.clear();
    it.stream({ "wandb-history.jsonl": { offset: 40, content: ['{"x":1,"_step":40}'] } });
    expect(Object.values(it.run().rows.get("main:history")!)).toEqual([
      { step: 40, at: null, values: { x: 1 } },
    ]);
    expect(it.said()[0]).toContain("sent without its beginning");
  });

  test.each(["a/b", "run\u202egnp.exe", "x".repeat(500), "  ", "<script>"])("may be %j", (id) => {
    const it = world();
    const { name } = it.begin({ name: id }).bucket;
    const path = `/files/ablab/drive/${encodeURIComponent(name)}/file_stream`;
    it.stream(history('{"x":1}'), {}, { path });
    expect(it.verbs.runs.size).toBe(1);
    const [run] = it.verbs.runs.values();
    expect([run.opened.key.length <= 200, run.rows.get("main:history")?.length]).toEqual([true, 1]);
  });

  test("holds what several processes of shared mode write, in whatever order they begin", () => {
    const it = world();
    for (const id of ["a1", "b2"]) {
      const headers = { "x-wandb-use-async-filestream": "true", "x-wandb-client-id": id };
      expect(it.begin({}, headers).bucket).toMatchObject({ name: "seed0", historyLineCount: 0 });
      it.stream(history('{"x":1}'), {}, { headers: { ...headers, "x-wandb-async-client-id": id } });
    }
    expect([...it.run().rows.keys()]).toEqual(["a1:history", "b2:history"]);
  });
});

describe("what is said of a run", () => {
  test("is added to by later messages, and leaves nothing out", () => {
    const it = world();
    it.begin({ displayName: "first", tags: ["a"] });
    const config = {
      late: { value: 1 },
      _wandb: { value: { e: { w: { host: "vm", git: { commit: "c0ffee" } } } } },
    };
    it.upsert({ config: JSON.stringify(config) });
    it.stream({
      "wandb-summary.json": {
        offset: 0,
        content: [
          '{"best":0.9,"odd":NaN,"n":{"x":1},"_step":4,"t":{"_type":"table-file","ncols":5},"i":{"_type":"image-file","height":8}}',
        ],
      },
    });
    expect(it.run().facts).toMatchObject({
      name: "first",
      tags: ["a"],
      config: { late: 1 },
      environment: { host: "vm", program: "train.py", "git.commit": "c0ffee" },
      summary: { best: 0.9, odd: Number.NaN, "n.x": 1 },
    });
    expect(Object.keys(it.run().facts.summary)).toEqual(["best", "odd", "n.x"]);
  });

  test("names a client that was not tested", () => {
    const it = world();
    it.begin({ config: JSON.stringify({ _wandb: { value: { cli_version: "0.17.9" } } }) });
    expect(it.said()[0]).toMatch(/wandb 0\.17\.9\. Tested are wandb 0\.19 to 0\.31/);
  });

  test("may be 10,000 keys and a body of 10 MiB", async () => {
    const it = world();
    const config = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, { value: i }]));
    it.begin({ config: JSON.stringify(config) });
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`m${i}`, i])));
    const lines = Array.from({ length: 90 }, () => wide);
    await it.streamLarge(history(...lines));
    expect(Object.keys(it.run().facts.config)).toHaveLength(10_000);
    expect(it.run().rows.get("main:history")).toHaveLength(90);
  });

  test("and a message of many figures of the machine, as a folder that is synced, let others in between", async () => {
    const it = world();
    it.begin();
    const line = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`system.gpu.${i}`, i])),
    );
    const system = { offset: 0, content: Array.from({ length: 2000 }, () => line) };
    let isIn = false;
    const sent = it.streamLarge({ ...history('{"loss":1}'), "wandb-events.jsonl": system });
    setImmediate(() => (isIn = it.run().rows.get("main:system")?.length !== 2000));
    expect(await sent).toEqual({});
    expect(isIn).toBe(true);
    expect(it.run().rows.get("main:system")).toHaveLength(2000);
    expect(it.run().rows.get("main:history")).toHaveLength(1);
  });
});

describe("a question", () => {
  test("that is not known is answered with null where its answer would be", () => {
    const it = world();
    const asked =
      'query New($a: NewInput!){viewer{id newField{x}} future: whatIsThis(a:$a){b} project(name:"p"){name more}}';
    expect(it.ask(asked, { a: { b: 1 } }).data).toEqual({
      viewer: { id: expect.any(String), newField: null },
      future: null,
      project: { name: "p", more: null },
    });
  });

  test.each([
    "ServerSettings",
    "Organization",
    "UseArtifactInput",
    "CreateArtifactFileSpecInput",
    "Mutation",
  ])("of what %s holds is answered: clients before 0.29 end without it", (name) => {
    const asked = "query Q($n:String!){T:__type(name:$n){fields{name}inputFields{name}}}";
    const { T } = world().ask(asked, { n: name }).data as { T: Record<string, unknown[] | null> | null };
    expect((T?.fields ?? T?.inputFields)?.length).toBeGreaterThan(0);
  });

  test("for a type that is not known is asked of what is there", () => {
    const asked =
      "query New{viewer{...NewUser ... on OtherUser{username}}} fragment NewUser on NewUser{id newer}";
    expect(world().ask(asked).data).toMatchObject({ viewer: { username: "ablab", newer: null } });
  });

  test.each([
    ["", "Syntax Error"],
    ["{".repeat(60) + "a" + "}".repeat(60), "Syntax Error"],
    [`{${"a{".repeat(30)}b${"}".repeat(30)}}`, "20 levels"],
    [`{${"a ".repeat(6000)}}`, "token"],
    ["{__schema{types{name}}}", "introspection"],
  ])("that cannot be read is answered in words: %.30s", (query, words) => {
    const { data, errors } = world().ask(query) as { data: unknown; errors: { message: string }[] };
    expect([data, errors[0].message]).toEqual([null, expect.stringContaining(words)]);
  });

  test("that the store cannot answer fails, so that the client asks again", () => {
    const it = world();
    it.verbs.find = () => {
      throw new Error("the disk is full");
    };
    expect(() => it.begin()).toThrow("the disk is full");
  });
});

describe("what cannot be taken", () => {
  test("is said of its run and answered as taken, because a client ends a training over a refusal", () => {
    const it = world();
    it.begin();
    const file = request("PUT", "/wires/wandb/file?project=drive&run=seed0&path=model.bin", "", it.headers);
    const rows = request("POST", "/files/ablab/drive/seed0/file_stream", "", it.headers);
    expect([file, rows].map((asked) => it.adapter.takeOversized?.(asked, it.verbs).status)).toEqual([
      200, 200,
    ]);
    expect(it.said()).toEqual([
      "The file model.bin is larger than what is taken from outside, and was dropped.",
      "A message of this run was larger than what is taken at once, and was dropped.",
    ]);
  });

  test("for a moment is asked for again", () => {
    const { failed } = world().adapter;
    const answered = (status: number) => failed?.({ status, message: "why" }).status;
    expect([400, 404, 503, 507].map(answered)).toEqual([503, 503, 503, 507]);
  });

  test("as it came is kept as a file where nobody can read it", () => {
    const it = world();
    it.begin();
    const body = new Uint8Array([0xff, 0x00, 0x7b]);
    const answer = it.take(request("POST", "/files/ablab/drive/seed0/file_stream", body, it.headers));
    expect(answer).toMatchObject({ status: 200, body: "{}" });
    expect([...it.run().files.values()].map(({ bytes }) => bytes)).toEqual([body]);
    expect(it.said()[0]).toContain("could not be read");
  });
});

describe("a token", () => {
  const tokenOf = (authorization?: string, query = "") =>
    world().adapter.tokenOf(request("POST", `/graphql?${query}`, undefined, { authorization }));

  test.each([
    [`Basic ${Buffer.from(`api:${TOKEN}`).toString("base64")}`, TOKEN],
    [`Bearer ${TOKEN}`, TOKEN],
    [undefined, null],
    ["Basic ", null],
    ["Basic %%%", null],
    [`Basic ${Buffer.from("api:").toString("base64")}`, null],
  ])("of %j is %j", (authorization, token) => {
    expect(tokenOf(authorization)).toBe(token);
  });

  test("that a client sends without is not asked for where nothing is stored", () => {
    const { adapter } = world();
    expect(adapter.drops?.("POST", "/sdk/otel/v1/metrics")).toBe(true);
    expect(adapter.drops?.("POST", "/graphql")).toBe(false);
    expect(adapter.claims("POST", "/files/ablab/p/r/file_stream")).toBe(true);
    expect(adapter.claims("GET", "/files/ablab/p/r/file_stream")).toBe(false);
    expect(adapter.claims("POST", "/wires/wandb/file")).toBe(false);
  });

  test("is in the address of a file that is read back, for that file and some minutes", () => {
    let at = 0;
    const it = world(() => at);
    it.begin();
    const input = {
      projectName: "drive",
      runName: "seed0",
      artifactTypeName: "model",
      artifactCollectionName: "w",
      digest: "d1",
    };
    const { data } = it.ask(
      "mutation C($i:CreateArtifactInput!){createArtifact(input:$i){artifact{id state}}}",
      { i: input },
    ) as {
      data: { createArtifact: { artifact: { id: string } } };
    };
    const { id } = data.createArtifact.artifact;
    const back = it.ask("query M($id:ID!){artifact(id:$id){currentManifest{file{directUrl}}}}", { id }) as {
      data: { artifact: { currentManifest: { file: { directUrl: string } } } };
    };
    const url = new URL(back.data.artifact.currentManifest.file.directUrl);
    expect(url.href).not.toContain(TOKEN);
    it.put("artifacts/w/d1/wandb_manifest.json", '{"version":1}');
    const opens = (asked: string | URL, method = "GET") => it.adapter.tokenOf(request(method, String(asked)));
    expect(opens(url)).toBe(TOKEN);
    expect(it.take(request("GET", url.href)).body.toString()).toBe('{"version":1}');
    for (const [method, path] of [
      ["PUT", "/wires/wandb/file"],
      ["POST", "/graphql"],
      ["POST", "/files/ablab/drive/seed0/file_stream"],
      ["GET", "/graphql"],
      ["POST", "/wires/wandb/file"],
    ])
      expect([method, path, opens(`http://bench${path}${url.search}`, method)]).toEqual([method, path, null]);
    const other = new URL(url);
    other.searchParams.set("path", "config.yaml");
    expect(opens(other)).toBe(null);
    at = 11 * 60_000;
    expect(opens(url)).toBe(null);
    expect(world().adapter.tokenOf(request("GET", url.href))).toBe(null);
  });
});
