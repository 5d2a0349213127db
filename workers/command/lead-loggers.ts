import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ADAPTERS, loggerVariablesOf, type AdapterName } from "../protocol/loggers/wire-variables.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a command is started, as far as it says where its loggers send to. */
export interface Start {
  env: Environment;
  folder: string;
  command: readonly string[];
}

export interface Led {
  /** Variables that lead loggers of the command into the run that its witness began. */
  env: Record<string, string>;
  /** What was set and what was left alone, for whoever started the command; null where there is nothing to say. */
  says: string | null;
}

/** Where a logger sends to, or why it does, when its own variables say nothing. Null: it would send nowhere. */
type Elsewhere = (start: Start) => string | null;

const MOST_PROGRAM_BYTES = 1 << 20;

const homeOf = (env: Environment): string => env.HOME || homedir();

function textAt(path: string): string {
  try {
    return statSync(path).size > MOST_PROGRAM_BYTES ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A word of the program's own text that sends its logger somewhere. */
const programSays = ({ command, folder }: Start, pattern: RegExp): string | null => {
  const programs = command.filter((word) => word.endsWith(".py"));
  const found = programs.find((program) => pattern.test(textAt(join(folder, program)) || textAt(program)));
  return found === undefined ? null : `${found} says where it sends to`;
};

const setOf = ({ env }: Start, ...names: string[]): string | null => {
  const name = names.find((one) => env[one]);
  return name === undefined ? null : `${name} is set`;
};

function wandbElsewhere(start: Start): string | null {
  const { env, folder } = start;
  const home = homeOf(env);
  const netrcs = env.NETRC ? [env.NETRC] : [".netrc", "_netrc"].map((name) => join(home, name));
  if (netrcs.some((path) => /machine\s+api\.wandb\.ai\b/.test(textAt(path)))) return "it is logged in";
  const settings = [
    join(env.WANDB_CONFIG_DIR || join(home, ".config", "wandb"), "settings"),
    ...["wandb", ".wandb"].map((name) => join(folder, name, "settings")),
  ];
  const said = settings.find((path) => /^\s*(base_url|api_key|mode|disabled)\s*=/m.test(textAt(path)));
  if (said !== undefined) return `${said} says where it sends to`;
  return (
    setOf(start, "WANDB_IDENTITY_TOKEN_FILE") ??
    programSays(start, /\bwandb\.login\(\s*[^)\s]|WANDB_(?:API_KEY|BASE_URL|MODE)/)
  );
}

function trackioElsewhere(start: Start): string | null {
  const { env } = start;
  const folder = join(env.HF_HOME || join(homeOf(env), ".cache", "huggingface"), "trackio");
  return (
    setOf(start, "TRACKIO_SPACE_ID", "TRACKIO_BUCKET_ID", "TRACKIO_DATASET_ID", "TRACKIO_DIR") ??
    (filesIn(folder).some((name) => name.endsWith(".db")) ? `it keeps runs in ${folder}` : null) ??
    programSays(start, /TRACKIO_(?:SERVER_URL|SPACE_ID)|\b(?:space_id|server_url)\s*=/)
  );
}

const ELSEWHERE: Record<Exclude<AdapterName, "MLflow">, Elsewhere> = {
  wandb: wandbElsewhere,
  trackio: trackioElsewhere,
};

const isOff = (env: Environment): boolean =>
  (env.WANDB_MODE !== undefined && !["", "online", "shared"].includes(env.WANDB_MODE)) ||
  /^(1|true|yes)$/i.test(env.WANDB_DISABLED ?? "");

/** Whether an address is this server, by whichever of the names of this machine. */
function isSame(address: string, server: string): boolean {
  const [one, other] = [address, server].map((text) => {
    if (!URL.canParse(text)) return text;
    const { protocol, hostname, port } = new URL(text);
    return [protocol, ["localhost", "[::1]"].includes(hostname) ? "127.0.0.1" : hostname, port].join(" ");
  });
  return one === other;
}

/**
 * Why a logger is left alone; null where it is led: where it was told to send here already, or to nobody. MLflow is led only
 * where it sends here: it has a folder of its own, and holds up and ends a training whose server is gone. That is no news, so
 * the reason is empty.
 */
function whyLeft(
  name: AdapterName,
  start: Start,
  { server, token, answers }: { server: string; token: string; answers: boolean },
): string | null {
  const { env } = start;
  const { address, token: secret } = ADAPTERS[name];
  const [to, own] = [env[address] || null, env[secret] || null];
  if (to !== null && !isSame(to, server)) return `${address} names another server`;
  if (own !== null && own !== token) return `${secret} is another token`;
  if (name === "wandb" && isOff(env)) return "it is switched off";
  if (to !== null) return null;
  if (name === "MLflow") return "";
  if (env.ABLAB_ALSO === "1") return "with ABLAB_ALSO=1 its rows come beside it";
  return answers ? ELSEWHERE[name](start) : "the server does not answer";
}

/**
 * Leads loggers that know nothing of a witness into the run that it began, by a token that names the run. One that sends
 * somewhere else, or keeps what it has in a place of its own, is left alone. `answers`: the server was heard.
 */
export function leadLoggers(
  start: Start,
  to: { server: string; token: string; witnessed: string; answers: boolean },
): Led {
  const env: Record<string, string> = {};
  const led: string[] = [];
  const left: string[] = [];
  for (const name of Object.keys(ADAPTERS) as AdapterName[]) {
    const why = whyLeft(name, start, to);
    if (why) left.push(`${name} is left alone: ${why}.`);
    if (why !== null) continue;
    led.push(name);
    for (const [variable, value] of Object.entries(loggerVariablesOf(name, to.server, to.witnessed)))
      if (Object.values<string>(ADAPTERS[name]).includes(variable) || !start.env[variable])
        env[variable] = value;
  }
  const set = Object.keys(env).filter((variable) => !variable.startsWith("WANDB_X_"));
  const says =
    led.length === 0
      ? left
      : [
          `What ${led.join(" and ")} log${led.length === 1 ? "s" : ""} goes into this run: ${set.join(", ")} are set; --no-loggers sets nothing.`,
          ...left,
        ];
  return { env, says: says.length === 0 ? null : says.join(" ") };
}
