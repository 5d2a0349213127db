import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tableOfValues } from "../../services/external/testing.ts";
import { makeWorld } from "../../services/testing.ts";
import { exampleThings } from "../../services/reading/example-things.ts";
import { examplesOf } from "./page.ts";
import { READ_ROUTES } from "./routes.ts";
import { fillBench, keyOf, readingServer, type ReadingServer } from "./testing.ts";

const CLIENT = join(import.meta.dirname, "..", "..", "..", "clients", "python");
const version = spawnSync("python3", ["-c", "import sys; print(sys.version_info >= (3, 9))"]).stdout;
const hasPython = version?.toString().trim() === "True";
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasPython || !hasCurl)
  console.log("Reading is tested in part: there is no python3 of 3.9 or newer, or no curl.");

const folder = mkdtempSync(join(tmpdir(), "ablab-reading-"));
let server: ReadingServer;
let runs: string[];
let key: string;

beforeAll(async () => {
  const world = makeWorld();
  server = await readingServer(world);
  const { verbs } = keyOf(world, "write");
  runs = fillBench(verbs);
  const { runId } = verbs.open({
    experiment: "odd",
    key: "o",
    client: "x",
    writer: "w",
    resume: "allow",
    name: "odd/1 ü",
  });
  verbs.log(runId, {
    writer: "w",
    stream: "history",
    offset: 0,
    table: tableOfValues("a b/c%", [1, Infinity, 3]),
  });
  verbs.log(runId, { writer: "w", stream: "history", offset: 3, table: tableOfValues("other", [5, 6], 1) });
  await verbs.keepFile(runId, { path: "../../out.txt", type: null, bytes: Buffer.from("x") });
  key = keyOf(world, "read").token;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a program printed, both streams together; the server answers meanwhile. */
const run = (program: string, args: string[], more: Record<string, string> = {}) =>
  new Promise<{ failed: boolean; said: string }>((resolve) => {
    const { PATH = "" } = process.env;
    const keys = {
      ABLAB_URL: server.url,
      ABLAB_API_KEY: key,
      PYTHONPATH: CLIENT,
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const options = { cwd: folder, env: { NODE_ENV: "test" as const, PATH, ...keys, ...more } };
    execFile(program, args, options, (error, out, err) =>
      resolve({ failed: error !== null, said: out + err }),
    );
  });
const python = (script: string, more?: Record<string, string>) => run("python3", ["-c", script], more);

test.skipIf(!hasPython || !hasCurl)(
  "every example runs as it is typed, in the shell and in Python",
  async () => {
    const things = exampleThings(server.world.ctx);
    for (const route of READ_ROUTES) {
      const examples = examplesOf(route, server.url, things);
      const { failed, said } = await run("sh", ["-c", examples.curl]);
      expect([route.path, failed]).toEqual([route.path, false]);
      if (route.answer) expect(Object.keys(JSON.parse(said) as object)).not.toContain("error");
      else expect(readFileSync(join(folder, "answer.bin")).length).toBeGreaterThan(3);
      expect([route.path, await python(examples.python)]).toEqual([
        route.path,
        expect.objectContaining({ failed: false }),
      ]);
    }
  },
);

test.skipIf(!hasPython)(
  "columns are joined by x, values that share one are rows, and what is not finite stays",
  async () => {
    const script = `
import ablab, json
api = ablab.Api()
run = api.run("odd/1 ü")
h = run.history("a b/c%", "other")
print(json.dumps([h["step"], [str(v) for v in h["a b/c%"]], h["other"]]))
print(len(api.runs()), [r.name for r in api.runs("gsm8k", order="-config.lr").limit(2)], api.runs("gsm8k", order="name")[1].name)
print(run.summary["a b/c%"].max, run.summary["other"].n, api.run("${runs[0]}").config["lr"])
print([c.reward for c in api.run("${runs[0]}").completions(step=1)], api.run("run 1").file("notes/a.txt").read())
print(api.run("${runs[0]}").file("notes/a.txt").download("into"))
print(api.table("gsm8k").rows()[0]["seeds"])
`;
    const { failed, said } = await python(script);
    expect({ failed, said: said.split("\n") }).toEqual({
      failed: false,
      said: [
        '[[0.0, 1.0, 2.0], ["1.0", "inf", "3.0"], [null, 5.0, 6.0]]',
        "4 ['run 2', 'run 0'] run 1",
        "3 2 0.1",
        "[1, 0] b'of 1'",
        join(folder, "into", "notes", "a.txt"),
        "0",
        "",
      ],
    });
  },
);

test.skipIf(!hasPython)(
  "what cannot be read is one sentence, and no file is written outside its folder",
  async () => {
    const sentences = [
      ["api.run('nobody')", /^There is no run "nobody".*\.$/],
      ["api.run('odd/1 ü').history('gone')", /no metric "gone".*a b\/c%/],
      ["api.run('odd/1 ü').file('../../out.txt').download('into')", /leads out of 'into'/],
      ["list(api.runs(where='colour'))", /is no condition/],
      ["ablab.Api(url='http://127.0.0.1:1').run('x')", /does not answer/],
    ] as const;
    for (const [call, message] of sentences) {
      const script = `import ablab\napi = ablab.Api()\ntry:\n    ${call}\nexcept ablab.ApiError as error:\n    print(error)`;
      const { failed, said } = await python(script);
      expect([call, failed]).toEqual([call, false]);
      expect(said.trim()).toMatch(message);
      expect(said.trim().split("\n")).toHaveLength(1);
    }
    expect((await python("import ablab\nablab.Api()", { ABLAB_API_KEY: "" })).said).toMatch(/ABLAB_API_KEY/);
  },
);
