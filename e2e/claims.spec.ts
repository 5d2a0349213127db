import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AblationTable } from "../server/contracts/experiment.ts";
import { INGEST_BASE } from "../workers/protocol/ingest.ts";
import { expect, test } from "./fixtures/app.ts";
import type { Bench } from "./fixtures/bench.ts";

test.use({ benchOptions: { ownWorker: true } });

const METRIC = "test/accuracy";
const BASE = [0.5, 0.52, 0.48, 0.51, 0.49, 0.5];
const AHEAD = BASE.map((value) => value + 0.2);

/** The values of a run in the order of its steps; null is a step at which it logs its loss alone. */
type Values = readonly (number | null)[];

interface Fault {
  name: string;
  /** Seeds of the configuration beside the baseline; one that is run again is there again. */
  runs: readonly { seed: number; values: Values; loss?: (step: number) => number | "NaN" }[];
  verdict: string;
  /** Seeds with a value, of all. */
  seeds: string;
  value?: number;
  rule?: string;
}

const lasting = (values: readonly number[]): Fault["runs"] =>
  values.map((value, seed) => ({ seed, values: [null, value] }));
const RISING = Array.from({ length: 12 }, (_, step) => 0.6 + step / 100);

const FAULTS: Fault[] = [
  { name: "all seeds have a value", runs: lasting(AHEAD), verdict: "significant", seeds: "6/6", value: 0.7 },
  {
    name: "three seeds sent no value",
    runs: lasting(AHEAD).map((run) => (run.seed < 3 ? run : { ...run, values: [null, null] })),
    verdict: "incomplete",
    seeds: "3/6",
  },
  {
    name: "the loss of three seeds ended in NaN",
    runs: lasting(AHEAD).map((run) =>
      run.seed < 3 ? run : { ...run, loss: (step) => (step === 1 ? "NaN" : 0.5) },
    ),
    verdict: "incomplete",
    seeds: "3/6",
    rule: "D13",
  },
  {
    name: "each seed is run until it is good",
    runs: [0.01, 0.05, 0.2].flatMap((more) => lasting(BASE.map((value) => value + more))),
    verdict: "not_significant",
    seeds: "6/6",
    value: 0.51,
  },
  {
    name: "half of the seeds are copies of one",
    runs: [
      ...lasting(AHEAD.slice(0, 2)),
      ...[2, 3, 4, 5].map((seed) => ({ seed, values: RISING, loss: (step: number) => 1 / (1 + step) })),
    ],
    verdict: "not_ranked",
    seeds: "3/6",
    rule: "C12",
  },
  {
    name: "one seed collapsed",
    runs: lasting([...AHEAD.slice(0, 5), 0.25].map((value) => value + 0.2)),
    verdict: "suggestive",
    seeds: "6/6",
  },
];

/** A client that sends whole runs as any other does. */
async function senderTo(bench: Bench) {
  const { token } = await bench.cliJson<{ token: string }>("token", "new", "claims");
  const post = async (verb: string, body: object, query: Record<string, string>) => {
    const answer = await fetch(`${bench.url}${INGEST_BASE}/${verb}?${new URLSearchParams(query)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  let sent = 0;
  return async (experiment: string, method: string, { seed, values, loss }: Fault["runs"][number]) => {
    const key = `${method}-${sent++}`;
    const place = { experiment, key, writer: key };
    await post("runs", { ...place, client: "ablab 0.1", name: key, config: { seed, method } }, {});
    for (const [n, value] of values.entries())
      await post(
        "rows",
        {
          n,
          step: n,
          at: 1_800_000_000_000 + n,
          values: { loss: loss?.(n) ?? 1 / (2 + seed + n), ...(value !== null && { [METRIC]: value }) },
        },
        place,
      );
    await post("finish", { state: "finished", exitCode: 0, reason: null }, place);
  };
}

test("what spoils a claim is said alike by the page, the command line, its JSON and a report", async ({
  member: page,
  bench,
}) => {
  test.slow();
  const send = await senderTo(bench);
  for (const [i, { name, runs, ...expected }] of FAULTS.entries()) {
    const experiment = `claims ${i}`;
    for (const run of lasting(BASE)) await send(experiment, "a_baseline", run);
    for (const run of runs) await send(experiment, "b_other", run);

    const table = await bench.cliJson<AblationTable>("table", experiment);
    const row = table.rows.find((one) => !one.baseline);
    const difference = row?.difference[METRIC];
    if (!row || !difference) throw new Error(`${name}: there is no row beside the baseline`);
    expect(difference.verdict, name).toBe(expected.verdict);
    const { n } = row.metrics[METRIC];
    expect(`${n}/${n + (row.missing?.[METRIC].length ?? 0)}`, name).toBe(expected.seeds);
    if (expected.value !== undefined) expect(row.metrics[METRIC].value).toBeCloseTo(expected.value, 9);
    if (expected.rule) expect(row.findings.map(({ rule }) => rule)).toContain(expected.rule);
    expect(difference.collapse === undefined, name).toBe(expected.verdict !== "significant");

    const { stdout } = await bench.cli("table", experiment);
    expect(stdout, name).toContain(expected.seeds);

    const verdict = expected.verdict.replaceAll("_", " ");
    await page.goto(`${bench.url}/experiments/${table.experimentId}`);
    const shown = page.getByRole("table", { name: "Ablation" }).getByRole("row", { name: /b_other/ });
    await expect(shown, name).toContainText(expected.seeds);
    await expect(shown, name).toContainText(verdict);

    const file = join(bench.home, `${i}.csv`);
    const text = join(bench.home, `${i}.md`);
    await bench.cli("report", "write", experiment);
    for (const [kind, to] of Object.entries({ csv: file, md: text }))
      expect((await bench.cli("report", "export", "latest", `--${kind}`, to)).code, name).toBe(0);
    expect(readFileSync(text, "utf8"), name).toContain(expected.seeds);
    const spaced = (said = "") => said.replaceAll(/\s+/gu, " ");
    expect(spaced(readFileSync(file, "utf8")), name).toContain(spaced(difference.method.split(";").at(-1)));
  }
});
