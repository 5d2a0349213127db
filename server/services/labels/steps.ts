import {
  countLabelledSteps,
  type LabelledStepFilter,
  selectLabelledSteps,
  selectReasons,
} from "#db/queries/labels.ts";
import { LAST_POSITION } from "../../contracts/label-rule.ts";
import type { LabelledSteps, LabelledStepsInput } from "../../../packs/repair/contracts/prm.ts";
import type { ServiceContext } from "../context.ts";
import { reasonKind } from "./distribution.ts";

const list = (text: string | null): string[] | null =>
  text === null ? null : (JSON.parse(text) as string[]);

/** A page of labelled steps under a filter, in the order of their episodes, with how many there are in all. */
export function labelledSteps(ctx: ServiceContext, input: LabelledStepsInput): LabelledSteps {
  const { sets, label, action, type, reason, position } = input;
  const filter: LabelledStepFilter = {
    setIds: sets,
    label,
    action,
    type,
    reasons:
      reason === null ? null : selectReasons(ctx.db, sets).filter((given) => reasonKind(given) === reason),
    position: position === null ? null : { step: position, orLater: position >= LAST_POSITION },
  };
  const rows = selectLabelledSteps(ctx.db, filter, input.limit, input.offset).map((row) => ({
    ...row,
    iisBefore: list(row.iisBefore),
    iisAfter: list(row.iisAfter),
  }));
  return { rows, total: countLabelledSteps(ctx.db, filter) };
}
