import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { FolderProblem } from "../read-folder.ts";
import { readText, type ScriptArgument } from "./read-script.ts";

/** How a training is started: what stands in its command before its arguments. */
export const STARTS = ["python", "module", "uv", "conda", "torchrun", "accelerate", "bash", "make"] as const;
type Start = (typeof STARTS)[number];

/** Where a draft lies, what is read for it, and how its command begins. */
export interface HowStarted {
  /** The folder of the recipe, from which the command is started. */
  folder: string;
  /** The Python script that takes the arguments, from the folder; null where none is known. */
  script: string | null;
  /** What Python is given to start it: the script, or -m and its module. */
  words: string[];
  /** The command before the arguments. */
  command: string[];
  /** Values that are set by name before the program, as `env NAME=value` or `make NAME=value`. */
  variables: ScriptArgument[];
  /** GPUs of a run; absent: none are known. */
  gpus?: string;
  said: string[];
}

const USUAL = /^(train|main|run|finetune|grpo|sft|dpo|ppo)\w*\.py$/;

/** The script of a folder: the one that is named, the only one, or the one that is called as trainings are. */
function scriptOf(given: string): { folder: string; script: string } {
  const path = resolve(given);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) throw new FolderProblem(`${path} is not there.`);
  if (facts.isFile()) return { folder: dirname(path), script: basename(path) };
  const scripts = readdirSync(path).filter((name) => name.endsWith(".py"));
  const usual = scripts.filter((name) => USUAL.test(name));
  const [only] = scripts.length === 1 ? scripts : usual.length === 1 ? usual : [];
  if (only !== undefined) return { folder: path, script: only };
  throw new FolderProblem(
    scripts.length === 0
      ? `There is no Python script in ${path}. Name what is started, a run.sh or a Makefile too.`
      : `Which of the scripts in ${path}? Name it: npx ablab recipe new ${join(given, usual[0] ?? scripts[0])}`,
  );
}

/** A script of a package as its module, seen from the folder that holds the package. */
function moduleOf(folder: string, script: string): { top: string; module: string } {
  let top = folder;
  while (existsSync(join(top, "__init__.py")) && top !== dirname(top)) top = dirname(top);
  const path = relative(top, join(folder, script)).replace(/\.py$/, "");
  return {
    top,
    module: path
      .split(sep)
      .join(".")
      .replace(/\.__main__$/, ""),
  };
}

const isModule = (folder: string, script: string): boolean =>
  /^\s*from\s+\.+\w*\s+import\b/m.test(readText(join(folder, script)));

const valueOf = (text: string): string | number => {
  const bare = text.trim().replace(/^(["'])(.*)\1$/, "$2");
  return bare !== "" && Number.isFinite(Number(bare)) ? Number(bare) : bare;
};

const variable = (name: string, text: string): ScriptArgument => ({
  name,
  kind: typeof valueOf(text) === "number" && /[.e]/i.test(text) ? "float" : "",
  default: valueOf(text),
  hasDefault: true,
  optional: false,
  choices: null,
  help: "",
  action: "store",
  many: false,
  required: false,
});

/** Each name once, with the value that stands there first. */
function once(found: Iterable<RegExpExecArray>): ScriptArgument[] {
  const first = new Map<string, ScriptArgument>();
  for (const [, name, text] of found) if (!first.has(name)) first.set(name, variable(name, text));
  return [...first.values()];
}

/** A shell script: variables that have a default there, and the arguments of the Python script that it hands its own to. */
function ofShell(folder: string, file: string): HowStarted {
  const text = readText(join(folder, file)).replace(/^\s*#.*$/gm, "");
  const variables = once(text.matchAll(/\$\{([A-Za-z_]\w*):?[-=]([^}$]*)\}/g));
  const [line, module, script] =
    /^.*?\bpython[\d.]*\s+(?:-u\s+)?(?:-m\s+([\w.]+)|(\S+\.py))(?:[^\n\\]|\\[\s\S])*/m.exec(text) ?? [];
  const python = module === undefined ? script : `${module.replaceAll(".", "/")}.py`;
  const isPassed = line !== undefined && /\$(@|\{@\}|\*)/.test(line);
  const reads = isPassed && python !== undefined && existsSync(join(folder, python));
  return {
    folder,
    script: reads ? python : null,
    words: module === undefined ? [python ?? ""] : ["-m", module],
    command: ["bash", file],
    variables,
    said: [
      ...(variables.length > 0 ? [`Variables of ${file} that have a default are set before it.`] : []),
      ...(isPassed || python === undefined
        ? []
        : [
            `${file} passes no arguments on: put "$@" behind ${python} there, and draft again, to vary its arguments.`,
          ]),
    ],
  };
}

/** A Makefile: its variables with a default, and the target that is called as trainings are, else the first. */
function ofMake(folder: string, file: string): HowStarted {
  const text = readText(join(folder, file));
  const targets = [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, name]) => name);
  const target = targets.find((name) => /^(train|run|main|all)/.test(name)) ?? targets[0];
  if (target === undefined) throw new FolderProblem(`${file} in ${folder} has no target.`);
  const variables = once(text.matchAll(/^([A-Za-z_]\w*)\s*(?:\?=|:=|=)\s*([^$\n#]*?)\s*$/gm));
  return {
    folder,
    script: null,
    words: [],
    command: ["make", ...(file === "Makefile" ? [] : ["-f", file]), target],
    variables,
    said: [
      `It makes the target ${target}; others: ${targets.filter((one) => one !== target).join(", ") || "none"}.`,
    ],
  };
}

/** What each rank says lies in a file of its own, and in the log with its rank before it. */
const RANKS = "{output}/ranks";
const LAUNCHERS: Partial<Record<Start, string[]>> = {
  uv: ["uv", "run", "python"],
  torchrun: ["torchrun", "--standalone", "--nproc-per-node={processes}", `--log-dir=${RANKS}`, "--tee=3"],
  accelerate: ["accelerate", "launch", "--num_processes={processes}", `--log_dir=${RANKS}`, "--tee=3"],
};

/** `how`: one of STARTS, conda with its environment as "conda=NAME"; absent: by what is given. Throws `FolderProblem`. */
export function howStarted(given: string, how?: string): HowStarted {
  const [word, environment] = how?.split("=", 2) ?? [];
  const start = STARTS.find((one) => one === word);
  if (how !== undefined && !start)
    throw new FolderProblem(
      `A training is started by ${STARTS.join(", ")} (conda=NAME), not by "${how.slice(0, 40)}".`,
    );
  if (start === "conda" && !environment)
    throw new FolderProblem("Name the environment that conda starts it in: --start conda=NAME.");
  const path = resolve(given);
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  if (isFile && path.endsWith(".ipynb"))
    throw new FolderProblem(
      `${given} is a notebook. Make a script of it: jupyter nbconvert --to script ${given}`,
    );
  const kind =
    start ??
    (isFile && /\.(sh|bash)$/.test(path)
      ? "bash"
      : isFile && /makefile$|\.mk$/i.test(path)
        ? "make"
        : undefined);
  if (kind === "bash" || kind === "make") {
    if (!isFile)
      throw new FolderProblem(`Name the file that ${kind} reads: npx ablab recipe new FILE --start ${kind}`);
    return (kind === "bash" ? ofShell : ofMake)(dirname(path), basename(path));
  }
  const { folder, script } = scriptOf(given);
  const nothing = { variables: [], said: [] };
  if (kind === "module" || (kind === undefined && isModule(folder, script))) {
    const { top, module } = moduleOf(folder, script);
    const said = [`It is started as python -m ${module} from ${top}, where its package lies.`];
    const words = ["-m", module];
    return {
      ...nothing,
      folder: top,
      script: relative(top, join(folder, script)),
      words,
      command: ["python3", ...words],
      said,
    };
  }
  const shared = { ...nothing, folder, script, words: [script] };
  if (kind === "conda")
    return {
      ...shared,
      command: ["conda", "run", "--no-capture-output", "-n", environment, "python", script],
    };
  const launcher = LAUNCHERS[kind ?? "python"];
  if (!launcher) return { ...shared, command: ["python3", script] };
  const isRanked = kind === "torchrun" || kind === "accelerate";
  return {
    ...shared,
    command: [...launcher, script],
    ...(isRanked && {
      gpus: "0..1",
      said: [
        `It starts one process for each GPU, {processes}; raise the most in "devices" for several. What a rank prints lies in {output}/ranks, too.`,
      ],
    }),
  };
}
