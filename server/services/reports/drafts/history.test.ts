import { describe, expect, test } from "vitest";
import { MOST_DRAFTS } from "../../../contracts/reports/report-limits.ts";
import { SaveReportInput } from "../../../contracts/reports/report.ts";
import { makeWorld, type World } from "../../testing.ts";
import { deleteReport } from "../delete.ts";
import { saveReport } from "../save.ts";
import { write } from "../testing.ts";
import { getDraft, listDrafts } from "./history.ts";

const MINUTE = 60_000;

function save(world: World, id: string, version: number, markdown: string, keeps = false): void {
  saveReport(world.ctx, SaveReportInput.parse({ id, version, title: "A claim", markdown, keeps }));
}
const kept = (world: World, id: string) =>
  listDrafts(world.ctx, id).map(({ version }) => [version, getDraft(world.ctx, id, version).markdown]);

describe("the history of a report", () => {
  test("keeps the text from before a stretch of writing, and not every key of it", () => {
    const world = makeWorld();
    const id = write(world, "before");
    save(world, id, 1, "b");
    save(world, id, 2, "be");
    world.clock.now += MINUTE;
    save(world, id, 3, "better");
    expect(kept(world, id)).toEqual([[1, "before"]]);
    world.clock.now += 5 * MINUTE;
    save(world, id, 4, "best");
    expect(kept(world, id)).toEqual([
      [4, "better"],
      [1, "before"],
    ]);
  });
  test("a text that is replaced as a whole is kept in the middle of a stretch, so that going back loses nothing", () => {
    const world = makeWorld();
    const id = write(world, "before");
    save(world, id, 1, "mine");
    save(world, id, 2, "before", true);
    expect(kept(world, id)).toEqual([
      [2, "mine"],
      [1, "before"],
    ]);
  });
  test("a save that is refused keeps nothing", () => {
    const world = makeWorld();
    const id = write(world, "before");
    expect(() => save(world, id, 7, "mine", true)).toThrow(/saved elsewhere/);
    expect(kept(world, id)).toEqual([]);
  });
  test("has a bound, loses the oldest first, and goes with its report", () => {
    const world = makeWorld();
    const id = write(world, "text 1");
    for (let version = 1; version <= MOST_DRAFTS + 3; version++)
      save(world, id, version, `text ${version + 1}`, true);
    const drafts = kept(world, id);
    expect(drafts).toHaveLength(MOST_DRAFTS);
    expect(drafts.at(-1)).toEqual([4, "text 4"]);
    deleteReport(world.ctx, id);
    expect(() => listDrafts(world.ctx, id)).toThrow(/no report/i);
  });
  test("a version that is not kept says how to find those that are", () => {
    const world = makeWorld();
    const id = write(world, "before");
    expect(() => getDraft(world.ctx, id, 3)).toThrow(`npx ablab report history ${id}`);
  });
});
