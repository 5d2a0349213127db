import type { z } from "zod";
import { CHECKPOINT_SLOT, piecesOf, RUN_SLOTS } from "./command.ts";
import { fieldsOfCondition } from "./condition.ts";
import { readLocatedJson } from "./located-json.ts";
import { RecipeFile } from "./recipe-file.ts";
import { nullsInToml } from "./toml-nulls.ts";
import { paramsSchema } from "../params-schema.ts";
import { findHidden } from "../visible-text.ts";
import { manifestOfFile } from "./manifest-of-file.ts";

/** Something wrong in a recipe file, where it stands. */
export interface FileIssue {
  line: number;
  /** Path in the file, as `fields[2].max`. */
  field: string;
  message: string;
}

type Path = readonly PropertyKey[];
type Found = { path: Path; message: string };

const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number" ? `${text}[${part}]` : text === "" ? String(part) : `${text}.${String(part)}`,
    "",
  );

const listed = (names: Iterable<string>): string => [...names].join(", ") || "none";

/** Every text in a tree, with its path. */
function* textsIn(value: unknown, path: Path): Generator<{ path: Path; text: string }> {
  if (typeof value === "string") yield { path, text: value };
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value))
      yield* textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]);
}

function slotIssues(file: RecipeFile): Found[] {
  const fields = file.fields.map(({ name }) => name);
  const inputs = file.inputs.map(({ slot }) => `input.${slot}`);
  const known = new Set([...fields, ...Object.keys(RUN_SLOTS), ...inputs]);
  if (file.config === undefined) known.delete("config");
  const issuesOf = (path: Path, text: string, more: readonly string[] = []): Found[] => {
    const pieces = piecesOf(text);
    if (pieces === null)
      return [
        { path, message: `"${text}" has a brace without a partner; write {{ or }} for a brace itself.` },
      ];
    return pieces.flatMap((piece) => {
      if (!("slot" in piece) || known.has(piece.slot) || more.includes(piece.slot)) return [];
      const hint = piece.slot === "config" ? " The slot {config} needs a part `config`." : "";
      return [
        {
          path,
          message: `The slot {${piece.slot}} is unknown. Slots are the fields (${listed(fields)}) and ${listed([...known].filter((name) => !fields.includes(name)))}.${hint}`,
        },
      ];
    });
  };
  const command = file.command.flatMap((part, i) =>
    typeof part === "string"
      ? issuesOf(["command", i], part)
      : part.args.flatMap((argument, j) => issuesOf(["command", i, "args", j], argument)),
  );
  const config = [...textsIn(file.config?.values ?? {}, ["config", "values"])].flatMap(({ path, text }) =>
    text.includes("{config}")
      ? [{ path, message: "A config file cannot hold its own path." }]
      : issuesOf(path, text),
  );
  const resume = (file.checkpoint?.resume ?? []).flatMap((argument, i) =>
    issuesOf(["checkpoint", "resume", i], argument, [CHECKPOINT_SLOT]),
  );
  const program = file.command[0];
  const first: Found[] =
    typeof program !== "string" || program.trim() === ""
      ? [{ path: ["command", 0], message: "The first part is the program, as a plain text." }]
      : [];
  return [...first, ...command, ...config, ...resume];
}

function repeated(names: readonly string[], what: string, at: (i: number) => Path): Found[] {
  return names.flatMap((name, i) =>
    names.indexOf(name) < i ? [{ path: at(i), message: `${what} "${name}" is there twice.` }] : [],
  );
}

function fieldIssues(file: RecipeFile): Found[] {
  const names = file.fields.map(({ name }) => name);
  const groups = new Set(file.groups.map(({ id }) => id));
  const reserved = new Set(Object.keys(RUN_SLOTS));
  return [
    ...repeated(names, "The field", (i) => ["fields", i, "name"]),
    ...file.fields.flatMap((field, i): Found[] => {
      const at = (...more: string[]): Path => ["fields", i, ...more];
      const found: Found[] = [];
      if (reserved.has(field.name))
        found.push({
          path: at("name"),
          message: `"${field.name}" means something of every run (${listed(reserved)}); call the field otherwise${field.name === "seed" ? ", and leave the seed to the matrix" : ""}.`,
        });
      if (field.group !== undefined && !groups.has(field.group))
        found.push({
          path: at("group"),
          message: `There is no group "${field.group}". Groups: ${listed(groups)}.`,
        });
      if ((field.kind === "int" || field.kind === "float") && field.min > field.max)
        found.push({ path: at("min"), message: "min is larger than max." });
      if (field.when && (!names.includes(field.when.name) || field.when.name === field.name))
        found.push({ path: at("when", "name"), message: `There is no other field "${field.when.name}".` });
      return found;
    }),
  ];
}

function conditionIssues(file: RecipeFile): Found[] {
  const names = new Set(file.fields.map(({ name }) => name));
  const unknown = (path: Path, fields: readonly string[]): Found[] =>
    fields
      .filter((field) => !names.has(field))
      .map((field) => ({ path, message: `There is no field "${field}". Fields: ${listed(names)}.` }));
  const quantities = (path: Path, given: Record<string, unknown> | undefined): Found[] =>
    Object.entries(given ?? {}).flatMap(([key, value]) =>
      typeof value === "string" && /^\{\w+\}$/.test(value)
        ? unknown([...path, key], [value.slice(1, -1)])
        : [],
    );
  return [
    ...Object.entries(file.roles ?? {}).flatMap(([role, field]) => unknown(["roles", role], [field])),
    ...file.command.flatMap((part, i) =>
      typeof part === "string" ? [] : unknown(["command", i, "when"], fieldsOfCondition(part.when)),
    ),
    ...file.off.flatMap(({ when }, i) => unknown(["off", i, "when"], fieldsOfCondition(when))),
    ...file.lints.flatMap(({ when, field }, i) => [
      ...unknown(["lints", i, "when"], fieldsOfCondition(when)),
      ...unknown(["lints", i, "field"], field === undefined ? [] : [field]),
    ]),
    ...quantities(["planned"], file.planned),
    ...quantities(["reward"], file.reward),
    ...quantities(["reward", "components"], file.reward?.components),
    ...quantities(["reward", "shaping"], file.reward?.shaping),
    ...(piecesOf(file.reward?.formula ?? "") ?? []).flatMap((piece) =>
      "slot" in piece ? unknown(["reward", "formula"], [piece.slot]) : [],
    ),
  ];
}

function valueIssues(file: RecipeFile): Found[] {
  const manifest = manifestOfFile(file, "");
  const schema = paramsSchema(manifest.fields);
  const defaults = Object.fromEntries(file.fields.map((field) => [field.name, field.default]));
  const issuesOf = (path: Path, params: object): Found[] =>
    (schema.safeParse({ ...defaults, ...params }).error?.issues ?? []).map((issue) => ({
      path: [...path, ...issue.path],
      message: issue.message,
    }));
  const wrongDefaults = issuesOf(["fields"], {}).map((issue): Found => {
    const i = file.fields.findIndex(({ name }) => name === issue.path[1]);
    return { path: ["fields", i, "default"], message: issue.message };
  });
  if (wrongDefaults.length > 0) return wrongDefaults;
  const presets = file.presets.map(({ id }) => id);
  const metrics = new Set(file.metrics.map(({ name }) => name));
  const unmeasured = (path: Path, names: readonly string[]): Found[] =>
    names
      .filter((name) => !metrics.has(name))
      .map((name) => ({ path, message: `"${name}" is not among the metrics: ${listed(metrics)}.` }));
  return [
    ...repeated(presets, "The preset", (i) => ["presets", i, "id"]),
    ...file.presets.flatMap(({ params }, i) => issuesOf(["presets", i, "params"], params)),
    ...issuesOf(["smoke"], file.smoke),
    ...(file.baseline !== undefined && !presets.includes(file.baseline)
      ? [
          {
            path: ["baseline"],
            message: `There is no preset "${file.baseline}". Presets: ${listed(presets)}.`,
          },
        ]
      : []),
    ...repeated(
      file.metrics.map(({ name }) => name),
      "The metric",
      (i) => ["metrics", i, "name"],
    ),
    ...unmeasured(["primary"], file.primary === undefined ? [] : [file.primary]),
    ...unmeasured(["headline"], file.headline),
    ...file.off.flatMap(({ metrics: names }, i) => unmeasured(["off", i, "metrics"], names)),
  ];
}

/** Paths that a recipe file names stay inside its folder. */
const LEAVES_FOLDER = /^\/|^[A-Za-z]:|\\|(^|\/)\.\.(\/|$)|\0/;

/** A text that is not what it looks like on a page, or that no program can be given. Code and help may have lines. */
const hiddenIssues = (file: RecipeFile): Found[] =>
  [...textsIn(file, [])].flatMap(({ path, text }) => {
    const hidden = findHidden(text.replace(/[\n\r\t]/g, " "));
    return hidden ? [{ path, message: `Character ${hidden.place} cannot be seen: ${hidden.words}.` }] : [];
  });

function pathIssues(file: RecipeFile): Found[] {
  const named = [
    ...(file.files ?? []).map((path, i) => ({ path, at: ["files", i] as Path })),
    ...(file.checkpoint ? [{ path: file.checkpoint.pattern, at: ["checkpoint", "pattern"] as Path }] : []),
  ];
  const requirements = file.python?.requirements;
  const isBeside = (file.beside ?? []).some((folder) => requirements?.startsWith(`${folder}/`));
  if (requirements !== undefined)
    named.push({
      path: isBeside ? requirements.slice("../".length) : requirements,
      at: ["python", "requirements"],
    });
  const star: Found[] = file.checkpoint?.pattern.includes("**")
    ? [
        {
          path: ["checkpoint", "pattern"],
          message:
            "* stands for a part of one name, and ** for no more. Write the folders out, as */checkpoint-*.",
        },
      ]
    : [];
  const outside = named
    .filter(({ path }) => LEAVES_FOLDER.test(path))
    .map(({ path, at }) => ({ path: at, message: `"${path}" leads out of the folder.` }));
  return [...outside, ...star];
}

/** The recipe of a text, or everything that is wrong with it, in the order of its lines. */
export function readRecipeFile(text: string): { file: RecipeFile } | { issues: FileIssue[] } {
  let located;
  try {
    // Some editors begin a file with a mark that nobody sees.
    located = readLocatedJson(text.replace(/^\uFEFF/, ""), ["config", "values"]);
  } catch (error) {
    const { line, message } = error as { line: number; message: string };
    return { issues: [{ line, field: "", message: `Not JSON: ${message}.` }] };
  }
  const { value, lineOf } = located;
  const issues = (found: readonly Found[]): FileIssue[] =>
    found
      .map(({ path, message }) => ({ line: lineOf(path), field: pathText(path), message }))
      .toSorted((a, b) => a.line - b.line);
  const parsed = RecipeFile.safeParse(value);
  if (!parsed.success)
    return { issues: issues(parsed.error.issues.flatMap((issue) => wordsOf(issue, value))) };
  const { data: file } = parsed;
  const found = [
    ...hiddenIssues(file),
    ...slotIssues(file),
    ...fieldIssues(file),
    ...conditionIssues(file),
    ...pathIssues(file),
    ...nullsInToml(file).map((path) => ({
      path,
      message: "TOML has no null, so a list cannot hold what may have no value.",
    })),
  ];
  if (found.length === 0) found.push(...valueIssues(file));
  return found.length > 0 ? { issues: issues(found) } : { file };
}

const SHAPE = Object.keys(RecipeFile.shape);

/** What zod found, for a person: a part that is missing, one that nobody knows, or what a value must be. */
function wordsOf(issue: z.core.$ZodIssue, value: unknown): Found[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `There is no part "${key.slice(0, 80)}"${path.length === 0 ? `. Parts: ${SHAPE.join(", ")}.` : " here."}`,
    }));
  const at = path.reduce<unknown>(
    (tree, part) => (tree as Record<PropertyKey, unknown> | undefined)?.[part],
    value,
  );
  if (at === undefined && issue.code === "invalid_type") return [{ path, message: "It is missing." }];
  if (issue.code === "invalid_union" && path[0] === "command")
    return [{ path, message: 'An argument is a text, or {"when": [...], "args": [...]}.' }];
  if (issue.code === "invalid_union" && path[0] === "fields")
    return [{ path: [...path], message: "A field has a kind: int, float, bool, choice, text or problems." }];
  return [{ path, message: issue.message }];
}

/** An issue in one line: `ablab.recipe.json:12 command[2]: ...`. */
export const issueText = (name: string, { line, field, message }: FileIssue): string =>
  `${name}:${line}${field === "" ? "" : ` ${field}`}: ${message}`;
