import { selectLoggersOf } from "#db/queries/external/names.ts";
import type { SupervisedRun } from "../../../../workers/protocol/loggers/supervised-token.ts";
import type {
  OpenedRun,
  ExternalFacts,
  ExternalRun,
  ExternalVerbs,
} from "../../../contracts/external/verbs.ts";
import { commit, type ServiceContext } from "../../context.ts";
import { externalVerbs } from "../make-verbs.ts";
import { maskedVerbs } from "../masked-verbs.ts";
import { nameToo } from "../open.ts";

/** "wandb 0.31.0" -> "wandb" */
const kindOf = (client: string): string => client.split(" ")[0];

/**
 * The verbs of wires for a logger in a command that a witness started. The first run that a kind of logger opens is the one
 * that the witness began, in the place and under the name that the program gives it, unless a person gave those to the witness;
 * later ones, and one that is known already, are runs of their own. Console, Stop and end of the witnessed run are the
 * witness's.
 */
export function supervisedVerbs(ctx: ServiceContext, began: SupervisedRun): ExternalVerbs {
  const inner = externalVerbs(ctx);
  const isGiven = (what: string): boolean => began.given.includes(what);
  const isSupervised = (runId: string): boolean => inner.find(began)?.runId === runId;
  const ofOthers =
    <Rest extends unknown[]>(verb: (runId: string, ...rest: Rest) => void) =>
    (runId: string, ...rest: Rest): void => {
      if (!isSupervised(runId)) verb(runId, ...rest);
    };

  const withoutGiven = <F extends Partial<ExternalFacts>>({ name, ...facts }: F) =>
    name === undefined || isGiven("name") ? facts : { ...facts, name };

  /** What of a logger's words counts: the place and the name that another logger gave before it stay. */
  function asSupervised(
    wanted: ExternalRun,
    begun: OpenedRun | null,
    before: readonly (string | null)[],
  ): ExternalRun {
    const { experiment, key } = began;
    const at = begun && inner.read(begun.runId)?.experiment;
    const { name, ...facts } = wanted;
    return {
      ...facts,
      ...(!isGiven("name") && before.length === 0 && { name }),
      experiment: isGiven("experiment") ? experiment : at && at !== experiment ? at : wanted.experiment,
      key,
      begunAs: { experiment, key },
      resume: "allow",
    };
  }

  function open(wanted: ExternalRun): OpenedRun {
    const begun = inner.find(began);
    const known = inner.find(wanted);
    const logger = kindOf(wanted.client);
    const before = begun === null ? [] : selectLoggersOf(ctx.db, begun.runId);
    const isItsOwn = known === null ? before.includes(logger) : known.runId !== begun?.runId;
    if (isItsOwn) return inner.open(wanted);
    const run = inner.open(asSupervised(wanted, begun, before));
    const { runId } = run;
    const { experiment, key } = wanted;
    commit(ctx, (scope) => nameToo(ctx, scope, { runId, experiment, key, logger }));
    return { ...run, created: known === null };
  }

  return maskedVerbs({
    ...inner,
    open,
    describe: (runId, facts) => inner.describe(runId, isSupervised(runId) ? withoutGiven(facts) : facts),
    print: ofOthers(inner.print),
    end: ofOthers(inner.end),
    leave: ofOthers(inner.leave),
    isStopAsked: (runId) => !isSupervised(runId) && inner.isStopAsked(runId),
  });
}
