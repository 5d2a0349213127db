import { expect, test } from "vitest";
import type { AblationTable } from "#server/contracts/experiment.ts";
import type { OwnMatrix } from "#server/contracts/launch/joining.ts";
import { confirmOffer } from "./confirm-offer.ts";

const row = (config: string, verdict: string, confirmation: object | null = null) => ({
  config,
  baseline: verdict === "baseline",
  difference: verdict === "baseline" ? {} : { m: { verdict, confirmation } },
});
const tableOf = (...rows: ReturnType<typeof row>[]) => ({ rows }) as unknown as AblationTable;
const own = (more: Partial<OwnMatrix["matrix"]> = {}, cost: string | null = "look 2") =>
  ({
    matrix: { presets: ["baseline", "no_kl", "asym", "dead"], edits: {}, factors: [], seeds: [], ...more },
    offers: [
      { words: "", seeds: "0", runs: 1, lacking: true, cost: null },
      { words: "", seeds: "3-5", runs: 12, lacking: false, cost },
    ],
  }) as unknown as OwnMatrix;

const TABLE = tableOf(
  row("baseline", "baseline"),
  row("no_kl", "significant"),
  row("asym", "not_significant"),
);

test("what is claimed is confirmed on new seeds of it and of the baseline alone", () => {
  expect(confirmOffer(TABLE, "m", own())).toMatchObject({ presets: ["baseline", "no_kl"], seeds: "3-5" });
  const suggested = tableOf(row("baseline", "baseline"), row("dead", "suggestive"));
  expect(confirmOffer(suggested, "m", own())?.presets).toEqual(["baseline", "dead"]);
});

test("where a matrix varies parameters all of it is launched", () => {
  const factors = [{ name: "lr", levels: [1, 2] }];
  expect(confirmOffer(TABLE, "m", own({ factors }))?.presets).toHaveLength(4);
});

test("nothing is offered where nothing is claimed, where it was confirmed, and before anybody looked", () => {
  const none = tableOf(row("baseline", "baseline"), row("no_kl", "not_significant"));
  const done = tableOf(row("baseline", "baseline"), row("no_kl", "significant", { confirmed: true }));
  expect([none, done].map((table) => confirmOffer(table, "m", own()))).toEqual([null, null]);
  expect(confirmOffer(TABLE, "m", own({}, null))).toBeNull();
});
