import { maskNamed, maskText } from "../../../workers/protocol/secrets/mask.ts";

/** Fields in which people write sentences or names: what is called a secret there is one. */
const WRITTEN = new Set([
  "name",
  "nameWas",
  "notes",
  "notesWere",
  "title",
  "question",
  "tags",
  "addTags",
  "removeTags",
  "text",
]);
/** Tables of parameters of a recipe, by name. */
const PARAMETERS = new Set(["edits", "params"]);
/** Bytes of a file as base64, in which a form is found by chance: what the file says is masked where it is stored. */
const PACKED = new Set(["bytes"]);
/** What people write in a report is theirs, a table of keys in a text about keys too: there only the form tells. */
const BY_FORM_ALONE = /^reports\./;
/** These take an address of somebody else's, which is its own key, and show it to nobody. */
const TAKES_SECRETS = /^webhooks\./;

/**
 * What somebody sends to change something, without secrets: of every text by its form, of notes, names and tags also by what it
 * calls a secret, of parameters by their names. `procedure` is the path of what takes it, as "annotations.edit".
 */
export function maskInput(procedure: string, input: unknown): unknown {
  if (TAKES_SECRETS.test(procedure)) return input;
  const isReport = BY_FORM_ALONE.test(procedure);

  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === "string" && PACKED.has(field)) return value;
    if (typeof value === "string") return maskText(value, !isReport && WRITTEN.has(field) ? "all" : "forms");
    if (Array.isArray(value)) return value.map((item: unknown) => walk(item, field));
    if (typeof value !== "object" || value === null) return value;
    if (PARAMETERS.has(field)) return ofNames(value);
    if ("levels" in value && "name" in value && typeof value.name === "string")
      return { ...value, levels: levelsOf(value.name, value.levels) };
    // A table that somebody made with a prototype of its own is refused by its schema, and has to get there.
    if (Object.hasOwn(value, "__proto__")) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  const ofNames = (table: object): unknown =>
    Object.hasOwn(table, "__proto__")
      ? table
      : Object.fromEntries(
          Object.entries(table).map(([name, value]: [string, unknown]) => [name, maskNamed(name, value)]),
        );
  const levelsOf = (name: string, levels: unknown): unknown =>
    Array.isArray(levels) ? levels.map((level: unknown) => maskNamed(name, level)) : levels;

  return walk(input, "");
}
