import { expect, test } from "vitest";
import type { AlertKind } from "../../contracts/alerts/words.ts";
import { commit } from "../context.ts";
import { launch, makeWorld, type World } from "../testing.ts";
import { fireAlert } from "./fire.ts";
import { listLines, markAlerts } from "./list.ts";

function fire(world: World, runId: string | null, kind: AlertKind = "ended", title = "it happened") {
  commit(world.ctx, (scope) => {
    const cause = `${kind} ${runId} ${title}`;
    fireAlert(scope, 1000, { cause, kind, level: "info", title, why: "Because.", runId });
  });
}
const manyRuns = (world: World, n: number, title: string) =>
  launch(world, { seeds: Array.from({ length: n }, (_, i) => i) }, { title }).runs.map(({ id }) => id);

test("a line counts all runs of its experiment, however many alerts are behind it, and names the newest", () => {
  const world = makeWorld();
  for (const id of manyRuns(world, 130, "Large")) fire(world, id);
  const { lines, total, older } = listLines(world.ctx, { only: "all", limit: 12 });
  expect([lines.length, total, older]).toEqual([1, 130, 0]);
  expect([lines[0].runs, lines[0].ids.length, lines[0].alerts.length]).toEqual([130, 130, 50]);
  expect(lines[0].alerts[0].id).toBe(130);
  const { ids } = markAlerts(world.ctx, { read: true, ids: lines[0].ids });
  expect(ids).toHaveLength(130);
  expect(listLines(world.ctx, { only: "unread" })).toMatchObject({ lines: [], unread: 0, newest: null });
});

test("pages go back to the first alert, each line on one of them, also where its alerts reach over several", () => {
  const world = makeWorld();
  const [first, ...rest] = manyRuns(world, 3, "Spread");
  fire(world, first);
  for (let i = 0; i < 30; i++) fire(world, null, "webhook", `one ${i}`);
  for (const id of rest) fire(world, id);
  const seen: string[] = [];
  let before: number | undefined;
  for (;;) {
    const page = listLines(world.ctx, { only: "all", limit: 10, ...(before !== undefined && { before }) });
    seen.push(...page.lines.map(({ runs, alerts }) => (runs > 1 ? `${runs} runs` : alerts[0].title)));
    if (page.older === 0) break;
    before = page.lines.at(-1)?.alerts[0].id;
  }
  expect(seen).toEqual(["3 runs", ...Array.from({ length: 30 }, (_, i) => `one ${29 - i}`)]);
});
