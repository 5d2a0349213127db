import { type CommandPart, piecesOf } from "./command.ts";

type Written = { command: readonly CommandPart[]; config?: { values?: unknown } };

const holdsSeed = (text: string): boolean =>
  (piecesOf(text) ?? []).some((piece) => "slot" in piece && piece.slot === "seed");

const inTree = (tree: unknown): boolean =>
  typeof tree === "string"
    ? holdsSeed(tree)
    : typeof tree === "object" && tree !== null && Object.values(tree).some(inTree);

/** Whether a script gets the seed of its run: by an argument, or by the file that is written for it. */
export const takesSeed = ({ command, config }: Written): boolean =>
  command.some((part) => (typeof part === "string" ? holdsSeed(part) : part.args.some(holdsSeed))) ||
  (config !== undefined && (config.values === undefined || inTree(config.values)));

/** What is wrong with a recipe that is launched over seeds without handing them on. */
export const SEEDLESS =
  "Nothing of the command takes the seed, so runs of several seeds would be one training repeated by chance. Put {seed} into the command or the config file, or launch one seed.";
