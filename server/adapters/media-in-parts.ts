import type { LoggedMedium } from "../contracts/external/media.ts";
import type { ExternalVerbs } from "../contracts/external/verbs.ts";
import { inSteps, stepsOver } from "./in-steps.ts";

/** Media that are stored at once: each is looked at for secrets and is a row with an index of its own. */
const AT_ONCE = 500;

/** Stores media part by part, of many with others in between. Few are stored before this returns. */
export const keepMediaInParts = (
  verbs: Pick<ExternalVerbs, "keepMedia">,
  runId: string,
  media: readonly LoggedMedium[],
  writer: string,
): void | Promise<void> => inSteps(stepsOver(media, AT_ONCE, (part) => verbs.keepMedia(runId, part, writer)));
