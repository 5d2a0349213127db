import { readYaml } from "../contracts/read-yaml.ts";
import { isForeign, objectOf, paramsOf, parseForeign, type Foreign } from "../foreign/foreign-values.ts";
import { nothing, type Reader } from "./told.ts";

/** A configuration in a file: these in the folder itself, those of a logger or of Ray also below it. */
const OWN = /^(config|args|params|hparams|hyperparams|training_args)\.(json|ya?ml)$/;
const BELOW = /(^|\/)(hparams\.ya?ml|params\.json|args\.json)$/;
const MOST_BYTES = 4 * 1024 * 1024;

/** A configuration as JSON or YAML. That of a model says nothing of its training. */
export const configReader = (): Reader => ({
  opens: (path) => OWN.test(path) || BELOW.test(path),
  read(path, bytes) {
    const told = nothing();
    if (bytes.length > MOST_BYTES) {
      told.notes.set(`config:${path}`, `${path} is too large for a configuration; it is left out.`);
      return told;
    }
    const config = path.endsWith(".json") ? parseForeign(bytes) : readYaml(new TextDecoder().decode(bytes));
    if (!isForeign(config) || Object.hasOwn(config, "architectures") || Object.hasOwn(config, "model_type"))
      return told;
    return { ...told, facts: { config: paramsOf(config) } };
  },
});

/** A cell of a table of hyperparameters: the number or truth that Python wrote, else its text. */
function valueOf(cell: string): string | number | boolean {
  if (cell === "True" || cell === "False") return cell === "True";
  const number = Number(cell);
  return cell !== "" && Number.isFinite(number) ? number : cell;
}

/**
 * The configuration that trainers log as a text: CleanRL's table of `hyperparameters`, and the `args` of Hugging Face
 * trainers as JSON. Null where a text is neither.
 */
export function configOfText(tag: string, text: string): Foreign | null {
  const name = tag.replace(/\/text_summary$/, "");
  if (name === "args") return objectOf(text);
  if (name !== "hyperparameters") return null;
  const rows = text.split("\n").map((line) => /^\|(.*?)\|(.*)\|$/.exec(line.trim()));
  const [head, rule, ...cells] = rows;
  if (head?.[1] !== "param" || !/^-+$/.test(rule?.[1] ?? "")) return null;
  return Object.fromEntries(cells.flatMap((cell) => (cell ? [[cell[1], valueOf(cell[2])] as const] : [])));
}
