import { Grader } from "../../code/grade.ts";
import { Sandbox } from "../../code/sandbox.ts";
import { createCodeNetwork } from "../code/network.ts";
import { codePopulation, type CodeProblemParams, loadCodeSets, noteSets } from "../code/problems.ts";
import { greedyPrograms, reportPrograms } from "../code/report.ts";
import { type CodeSftParams, makeCodeStart } from "../code/start.ts";
import type { Train } from "../recipe.ts";
import { cpuSeconds, Reporter } from "../reporter.ts";

/** Imitation of experts, then one evaluation. The run's seed is not used: `sft_seed` decides everything. */
export const train: Train = async (context) => {
  const params = context.params as unknown as CodeProblemParams & CodeSftParams;
  const reporter = new Reporter(context);
  const grader = new Grader(await Sandbox.load());
  reporter.progress("problems", 0, 1);
  const sets = loadCodeSets(params);
  const heldOut = codePopulation("held_out", sets.heldOut, params);
  context.emit(heldOut);
  context.emit(codePopulation("train", sets.train, params));
  noteSets(reporter, sets);
  const { sft_epochs } = params;
  const policy = createCodeNetwork(params.hidden);
  let made = 0;
  for (const { epoch, loss, updates } of makeCodeStart(policy, sets.train, params)) {
    made = updates;
    reporter.progress("SFT", epoch, sft_epochs);
    reporter.points(epoch, { "sft/loss": loss });
    context.log(`epoch ${epoch}/${sft_epochs} loss ${loss.toFixed(4)}`);
    if (await context.shouldStop()) return "stopped";
  }
  const facts = { step: sft_epochs, final: true, populationHash: heldOut.hash };
  const values = reportPrograms(context, policy, grader, sets.heldOut, greedyPrograms(params), facts);
  reporter.points(sft_epochs, { "progress/updates": made, "perf/cpu_s": cpuSeconds(), ...values });
  reporter.artifact("weights", sft_epochs, policy);
  return (await context.shouldStop()) ? "stopped" : "finished";
};
