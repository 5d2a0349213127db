import { type GpuState, type GpuVerdict, isOfOthers, judgeGpu } from "../../protocol/machine/machine.ts";
import { gpuRange } from "../../protocol/machine/gpu-count.ts";
import type { RecipeManifest } from "../../protocol/manifest.ts";
import type { Assignment } from "../../protocol/messages.ts";
import { RefusedAssignment } from "../session.ts";

export interface GpuContext {
  /** The GPUs of this machine as the driver names them now. */
  gpus: readonly GpuState[];
  gpuShare: number;
}

/** The GPUs that a run is started on, by uuid; none where its recipe needs none. Throws `RefusedAssignment`. */
export function takeGivenGpus(
  recipe: Pick<RecipeManifest, "slug" | "device" | "gpus">,
  { attemptId, gpus: given, besideOthers }: Pick<Assignment, "attemptId" | "gpus" | "besideOthers">,
  { gpus, gpuShare }: GpuContext,
): readonly string[] {
  const { least, most } = gpuRange(recipe);
  if (given.length < least || given.length > most)
    throw new RefusedAssignment(
      `${recipe.slug} needs ${least === most ? least : `${least} to ${most}`} of the GPUs here, and the server gave ${given.length} of them to it.`,
    );
  for (const uuid of given) {
    const gpu = gpus.find((one) => one.uuid === uuid);
    if (!gpu)
      throw new RefusedAssignment(`The GPU ${uuid} that was given to it is not on this machine any more.`, {
        again: true,
      });
    const others = gpu.heldBy.filter((id) => id !== attemptId);
    const verdict = judgeGpu(gpu, gpuShare, others);
    if (verdict.is !== "free" && !(besideOthers && isOfOthers(verdict)))
      throw new RefusedAssignment(`GPU ${gpu.index} was free when it was given out: ${whyNot(verdict)}`, {
        again: true,
      });
  }
  return given;
}

function whyNot(verdict: Exclude<GpuVerdict, { is: "free" }>): string {
  switch (verdict.is) {
    case "gone":
      return "the driver has stopped naming it.";
    case "mig":
      return "it has been cut into instances since.";
    case "held":
      return `${verdict.attemptIds.join(", ")} holds it now.`;
    case "memory":
      return "much of its memory is in use now by no process that is to be seen.";
    case "foreign":
      return `${verdict.processes.map(({ name, pid, user }) => `${name} (pid ${pid}${user ? ` of ${user}` : ""})`).join(", ")} uses it now.`;
  }
}

/** What CUDA is told: devices by uuid, in the order of the bus; nothing where a machine has GPUs that were not given. */
export function gpuVariables(given: readonly string[], { gpus }: GpuContext): Record<string, string> {
  if (given.length > 0) return { CUDA_VISIBLE_DEVICES: given.join(","), CUDA_DEVICE_ORDER: "PCI_BUS_ID" };
  return gpus.length > 0 ? { CUDA_VISIBLE_DEVICES: "" } : {};
}

/** How a record names the devices of a run. */
export const deviceName = (given: readonly string[]): string => (given.length > 0 ? given.join(",") : "cpu");
