import { describe, expect, test } from "vitest";
import { shellCounts } from "../runs/shell-counts.ts";
import { listExperiments } from "../experiments/list.ts";
import { codeOf, launch, makeWorld } from "../testing.ts";
import { changeProject, createProject, deleteProject } from "./change.ts";
import { listProjects } from "./list.ts";
import { moveThings } from "../moving/move.ts";

const made = (world: ReturnType<typeof makeWorld>, name: string) =>
  createProject(world.ctx, { name }).project;

describe("projects", () => {
  test("the default one is there before anything needs it, and others get a slug of their name", () => {
    const world = makeWorld();
    expect(listProjects(world.ctx)).toMatchObject([{ slug: "lp-debug", isDefault: true, runs: 0 }]);
    expect(made(world, "GSM8K, 2nd try")).toMatchObject({ slug: "gsm8k-2nd-try", isDefault: false });
    expect(made(world, "Überprüfung")?.slug).toBe("uberprufung");
    expect(made(world, "研究")?.slug).toBe("project");
    expect(made(world, "gsm8k 2nd try")?.slug).toBe("gsm8k-2nd-try-2");
    expect(made(world, "A".repeat(80))?.slug).toBe("a".repeat(40));
  });

  test("a name is given once, shows what it is, and is not longer than a line", () => {
    const world = makeWorld();
    made(world, "Side");
    const code = (name: string) => codeOf(() => createProject(world.ctx, { name })).code;
    expect(code("side")).toBe("conflict");
    expect(code("LP-debug")).toBe("conflict");
    expect(() => made(world, "a\u202eb")).toThrow("only characters that can be seen");
    expect(() => made(world, "a".repeat(81))).toThrow("at most 80 characters");
    expect(() => made(world, " \u200b ")).toThrow("only characters that can be seen");
    expect(made(world, "<img src=x onerror=alert(1)>")?.slug).toBe("img-src-x-onerror-alert-1");
  });

  test("a new name keeps the slug, so that links go on working, also of the default one", () => {
    const world = makeWorld();
    made(world, "Side");
    const { message, was } = changeProject(world.ctx, { project: "side", name: "Main" });
    expect(message).toBe("Renamed the project Side to Main.");
    expect(changeProject(world.ctx, { project: "lp-debug", name: "LP" }).project?.slug).toBe("lp-debug");
    launch(world);
    expect(listProjects(world.ctx)).toMatchObject([
      { name: "LP", isDefault: true, experiments: 1 },
      { name: "Main", slug: "side" },
    ]);
    expect(changeProject(world.ctx, { project: "side", name: was?.name }).project?.name).toBe("Side");
  });

  test("a name that somebody gave meanwhile is not written over", () => {
    const world = makeWorld();
    made(world, "Side");
    changeProject(world.ctx, { project: "side", name: "Theirs", nameWas: "Side" });
    expect(() => changeProject(world.ctx, { project: "side", name: "Mine", nameWas: "Side" })).toThrow(
      "Side was renamed to Theirs meanwhile.",
    );
  });

  test("what is archived takes nothing new and stands last; what takes everything else is not archived", () => {
    const world = makeWorld();
    made(world, "A");
    const { experimentId } = launch(world);
    changeProject(world.ctx, { project: "a", archived: true });
    expect(listProjects(world.ctx).map(({ slug }) => slug)).toEqual(["lp-debug", "a"]);
    expect(() => moveThings(world.ctx, { ids: [experimentId], to: "a" })).toThrow("Unarchive it first.");
    expect(() => launch(world, {}, { project: "a" })).toThrow("Unarchive it first.");
    expect(() => changeProject(world.ctx, { project: "lp-debug", archived: true })).toThrow("not archived");
  });

  test("an address that names none is told so once, with those there are", () => {
    const world = makeWorld();
    made(world, "Side");
    expect(shellCounts(world.ctx, "side")).toMatchObject({ project: { name: "Side" }, noProject: null });
    expect(shellCounts(world.ctx)).toMatchObject({ project: null, noProject: null });
    expect(shellCounts(world.ctx, "gone")).toMatchObject({
      project: null,
      noProject: 'There is no project "gone". There is: lp-debug, side.',
    });
  });

  test("only an empty one is deleted; else it is said what it holds", () => {
    const world = makeWorld();
    made(world, "Side");
    const { runs, experimentId } = launch(world, {}, { project: "side" });
    expect(() => deleteProject(world.ctx, { project: "side" })).toThrow(
      `Side holds 1 experiment and ${runs.length} run`,
    );
    moveThings(world.ctx, { ids: [experimentId], to: "lp-debug" });
    expect(deleteProject(world.ctx, { project: "side" }).message).toBe("Deleted the project Side.");
    expect(() => deleteProject(world.ctx, { project: "lp-debug" })).toThrow("not deleted");
    expect(() => deleteProject(world.ctx, { project: "side" })).toThrow('There is no project "side".');
    expect(listExperiments(world.ctx)).toHaveLength(1);
  });

  test("there is no project of a name that nobody gave: nothing is made by naming it", () => {
    const world = makeWorld();
    expect(() => launch(world, {}, { project: "nobody" })).toThrow("There is: lp-debug.");
    expect(listProjects(world.ctx)).toHaveLength(1);
  });
});
