import { beforeEach, describe, expect, test } from "vitest";
import { insertView } from "#db/queries/views.ts";
import {
  MOST_METRICS_IN_PANEL,
  MOST_VIEWS_PER_PAGE,
  NO_EDITS,
  type PanelLayout,
  viewScope,
} from "../../contracts/charts/panel-layout.ts";
import { CreateViewInput, PanelLayoutSchema, SaveViewInput } from "../../contracts/charts/views.ts";
import { newId } from "../hashing.ts";
import { codeOf, makeWorld, type World } from "../testing.ts";
import { createView } from "./create.ts";
import { deleteView, renameView, saveView } from "./save.ts";
import { getView, listViews } from "./list.ts";

const SCOPE = viewScope.recipe("grpo");
const LAYOUT: PanelLayout = {
  ...NO_EDITS,
  added: [{ key: "added:1", section: "own", title: "Both", metrics: ["reward/raw", "loss"] }],
  order: { policy: ["optim/grad_norm"] },
  sizes: { "reward/raw": { width: "full", height: "tall" } },
};

let world: World;
beforeEach(() => {
  world = makeWorld();
});
const create = (name: string, scope: string = SCOPE, layout: PanelLayout = LAYOUT) =>
  createView(world.ctx, CreateViewInput.parse({ scope, name, layout }));
const save = (id: string, version: number, layout: PanelLayout) =>
  saveView(world.ctx, SaveViewInput.parse({ id, version, layout }));

describe("a view", () => {
  test("is stored with its layout and given back as it was", () => {
    const { id } = create(" Mine ");
    expect(getView(world.ctx, id)).toMatchObject({ name: "Mine", scope: SCOPE, version: 1, layout: LAYOUT });
  });

  test("is listed by name, on its own page only, without its layout", () => {
    create("b");
    create("a");
    create("c", viewScope.runs);
    const listed = listViews(world.ctx, SCOPE);
    expect(listed.map((v) => v.name)).toEqual(["a", "b"]);
    expect(listed[0]).not.toHaveProperty("layout");
  });

  test("is saved over the version that was edited; an older one is refused and nothing is overwritten", () => {
    const { id } = create("Mine");
    world.clock.now += 5;
    expect(save(id, 1, NO_EDITS)).toMatchObject({ version: 2, updatedAt: world.clock.now });
    const refused = codeOf(() => save(id, 1, LAYOUT));
    expect(refused).toMatchObject({ code: "conflict", details: { version: 2 } });
    expect(getView(world.ctx, id).layout).toEqual(NO_EDITS);
  });

  test("is renamed, also to its own name, and keeps its layout and version", () => {
    const { id } = create("Mine");
    renameView(world.ctx, { id, name: "Mine" });
    renameView(world.ctx, { id, name: "Ours", nameWas: "Mine" });
    const late = codeOf(() => renameView(world.ctx, { id, name: "Late", nameWas: "Mine" }));
    expect(late.code).toBe("conflict");
    expect(getView(world.ctx, id)).toMatchObject({ name: "Ours", version: 1, layout: LAYOUT });
  });

  test("is gone after it was deleted, for every verb", () => {
    const { id } = create("Mine");
    deleteView(world.ctx, { id }.id);
    const gone = [
      () => getView(world.ctx, id),
      () => save(id, 1, LAYOUT),
      () => renameView(world.ctx, { id, name: "x" }),
      () => deleteView(world.ctx, id),
    ];
    for (const verb of gone) expect(codeOf(verb).code).toBe("not_found");
    expect(listViews(world.ctx, SCOPE)).toEqual([]);
  });

  test("tells the pages when it changes", () => {
    const heard: string[][] = [];
    world.ctx.live.subscribe((tick) => heard.push(tick.topics));
    const { id } = create("Mine");
    save(id, 1, NO_EDITS);
    renameView(world.ctx, { id, name: "Ours" });
    deleteView(world.ctx, id);
    expect(heard).toEqual([["views"], ["views"], ["views"], ["views"]]);
  });
});

describe("a name", () => {
  test("is taken once per page, for new views and renamed ones", () => {
    const { id } = create("Mine");
    expect(codeOf(() => create("Mine")).code).toBe("conflict");
    const other = create("Other");
    expect(codeOf(() => renameView(world.ctx, { id: other.id, name: "Mine" })).code).toBe("conflict");
    expect(create("Mine", viewScope.runs).id).not.toBe(id);
  });

  test("must be there, and short", () => {
    const message = (name: string) =>
      CreateViewInput.safeParse({ scope: SCOPE, name, layout: NO_EDITS }).error?.issues[0].message;
    expect(message("  ")).toBe("Give the view a name.");
    expect(message("x".repeat(61))).toContain("at most 60");
    expect(message("x".repeat(60))).toBeUndefined();
  });
});

test("a page holds a limited number of views, and another page is not touched by it", () => {
  for (let i = 0; i < MOST_VIEWS_PER_PAGE; i++)
    insertView(world.ctx.db, {
      id: newId("view"),
      scope: SCOPE,
      name: `view ${i}`,
      layout: NO_EDITS,
      version: 1,
      createdBy: "x",
      createdAt: 1,
      updatedAt: 1,
    });
  expect(codeOf(() => create("one more")).code).toBe("conflict");
  expect(create("elsewhere", viewScope.runs).version).toBe(1);
});

describe("a layout", () => {
  const message = (layout: object) =>
    PanelLayoutSchema.safeParse({ ...NO_EDITS, ...layout }).error?.issues[0].message;
  const panel = { key: "added:1", section: "own", title: "", metrics: ["a"] };

  test("without edits is one, and so is a full one", () => {
    expect(message({})).toBeUndefined();
    expect(message(LAYOUT)).toBeUndefined();
  });

  test.each([
    [{ version: 2 }, "another version"],
    [{ added: [{ ...panel, metrics: [] }] }, "at least one metric"],
    [{ added: [{ ...panel, metrics: ["a", "a"] }] }, "twice"],
    [
      { added: [{ ...panel, metrics: Array.from({ length: MOST_METRICS_IN_PANEL + 1 }, String) }] },
      "at most 12 metrics",
    ],
    [{ added: [panel, panel] }, "share a key"],
    [{ added: [{ ...panel, key: "reward/raw" }] }, "added:1"],
    [{ added: Array.from({ length: 101 }, (_, i) => ({ ...panel, key: `added:${i}` })) }, "at most 100"],
    [{ order: { policy: Array.from({ length: 501 }, String) } }, "at most 500 panels of a section"],
    [{ removed: Array.from({ length: 2001 }, String) }, "at most 2,000 panels"],
    [{ closed: Object.fromEntries(Array.from({ length: 501 }, (_, i) => [i, true])) }, "at most 500 closed"],
    [{ removed: Array.from({ length: 1000 }, (_, i) => `${i}${"x".repeat(240)}`) }, "200,000 characters"],
  ])("beyond a limit is refused with the limit %#", (edit, words) => {
    expect(message(edit)).toContain(words);
  });
});

test("a view belongs to a page that exists", () => {
  const isPage = (scope: string) => CreateViewInput.safeParse({ scope, name: "x", layout: NO_EDITS }).success;
  expect([SCOPE, "runs", `experiment:exp_${"0".repeat(16)}`].map(isPage)).toEqual([true, true, true]);
  expect(["", "recipe:", "recipe:a b", "experiment:x", "runs:", "other"].some(isPage)).toBe(false);
});
