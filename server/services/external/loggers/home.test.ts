import { expect, test } from "vitest";
import { selectProjects } from "#db/queries/projects.ts";
import { getRun } from "../../runs/get.ts";
import { createProject, changeProject } from "../../projects/change.ts";
import { makeWorld } from "../../testing.ts";
import { tableOfValues } from "../testing.ts";
import { externalVerbs } from "../make-verbs.ts";
import { createToken, ingestActorOf } from "../tokens.ts";

function making(makesProjects = true) {
  const world = makeWorld();
  const token = (project?: string) => {
    const actor = ingestActorOf(
      world.ctx,
      createToken(world.ctx, { name: "node", project, makesProjects }).token,
    );
    if (!actor) throw new Error("the token opens nothing");
    return externalVerbs(world.as(actor));
  };
  const verbs = token();
  const open = (experiment: string, key = "r1", from = verbs, client = "wandb 0.31.0") =>
    from.open({ experiment, key, client, writer: "w", resume: "allow" });
  const projectOf = (runId: string) => getRun(world.ctx, runId).project.name;
  const notes = (runId: string) => getRun(world.ctx, runId).notes.length;
  return { world, token, verbs, open, projectOf, notes };
}

test("without the switch a client's project is an experiment of the token's project", () => {
  const { world, open, projectOf } = making(false);
  expect([projectOf(open("grpo").runId), selectProjects(world.ctx.db).length]).toEqual(["lp-debug", 1]);
});

test("with it each project of wandb or trackio is a project, found again by key and written to by its client", () => {
  const { world, open, projectOf, verbs, token } = making();
  const [one, other] = [open("grpo"), open("sft", "r1", verbs, "trackio")];
  expect([projectOf(one.runId), projectOf(other.runId)]).toEqual(["grpo", "sft"]);
  expect(projectOf(open("mlruns", "r1", verbs, "mlflow").runId)).toBe("lp-debug");
  expect([open("grpo").runId, verbs.find({ experiment: "grpo", key: "r1" })?.runId]).toEqual([
    one.runId,
    one.runId,
  ]);
  verbs.log(one.runId, { writer: "w", stream: "history", offset: 0, table: tableOfValues("loss", [1]) });
  expect([...verbs.list("grpo")].map(({ runId }) => runId)).toEqual([one.runId]);
  expect(verbs.places().toSorted()).toEqual(["grpo", "mlruns", "sft"]);
  // People may call it otherwise; its clients go on in it.
  changeProject(world.ctx, { project: "grpo", name: "GRPO, all of it" });
  expect(projectOf(open("grpo", "r2", token()).runId)).toBe("GRPO, all of it");
});

test("a project that people made, one that is archived and one of another team's token take nothing", () => {
  const { world, open, projectOf, notes, token } = making();
  createProject(world.ctx, { name: "paper" });
  const mine = open("paper").runId;
  expect([projectOf(mine), notes(mine)]).toEqual(["lp-debug", 1]);
  open("old");
  changeProject(world.ctx, { project: "old", archived: true });
  expect(projectOf(open("old", "r2").runId)).toBe("lp-debug");
  createProject(world.ctx, { name: "Team B" });
  const theirs = token("team-b");
  const { runId } = open("grpo");
  expect(projectOf(open("grpo", "r1", theirs).runId)).toBe("Team B");
  expect(theirs.read(runId)).toBeNull();
  expect(() => theirs.describe(runId, { notes: "x" })).toThrow("There is no run");
});

test("beyond the projects that fit, and of a name that no project may have, a run stays and says so", () => {
  const { world, open, projectOf, notes } = making();
  const long = open("x".repeat(150)).runId;
  expect([projectOf(long), notes(long)]).toEqual(["lp-debug", 1]);
  for (let n = selectProjects(world.ctx.db).length; n < 200; n++) createProject(world.ctx, { name: `p${n}` });
  const late = open("late").runId;
  expect([projectOf(late), notes(late)]).toEqual(["lp-debug", 1]);
});
