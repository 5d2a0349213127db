import { DEVICE_CHOICES } from "../../workers/protocol/machine/gpu-count.ts";
import { RunLimits } from "../contracts/attempts/continuing.ts";
import { parseTimeLimit, TIME_LIMIT_FORM } from "../contracts/attempts/time-limit.ts";
import { usageError } from "./exit.ts";
import { SLURM_OPTIONS, slurmAskOf } from "./slurm-options.ts";
import { text, type VerbInput } from "./verb.ts";

/** Options of a launch for the processes of its runs; without them there is no limit, and nothing is tried again. */
export const LIMIT_OPTIONS = {
  "time-limit": {
    type: "string",
    value: "TIME",
    help: "end an attempt after this long, as 90s, 45m, 12h or 2d: by the signals of a stop",
  },
  retries: {
    type: "string",
    value: "N",
    help: "retry a failed or crashed run automatically, at most N times, from its last checkpoint",
  },
  device: {
    type: "string",
    value: "WHERE",
    help: "auto, gpu or cpu; auto, the default, takes a GPU where the worker has one and the recipe knows it",
  },
  ...SLURM_OPTIONS,
  "beside-others": {
    type: "boolean",
    help: "take GPUs on which something stands that is not of Ablab, too",
  },
} as const;

function secondsOf(told: string): number {
  const seconds = parseTimeLimit(told);
  if (seconds === null)
    throw usageError(`--time-limit takes ${TIME_LIMIT_FORM}, not "${told.slice(0, 40)}".`);
  return seconds;
}

/** The device that is forced; undefined for auto. */
export function deviceOf({ options }: VerbInput): RunLimits["device"] {
  const told = text(options.device);
  if (told === undefined || told === "auto") return undefined;
  const device = DEVICE_CHOICES.find((one) => one === told);
  if (!device) throw usageError(`--device takes auto, gpu or cpu, not "${told.slice(0, 40)}".`);
  return device;
}

export function limitsOf(input: VerbInput): RunLimits | undefined {
  const { options } = input;
  const slurm = slurmAskOf(input);
  const time = text(options["time-limit"]);
  const retries = text(options.retries);
  const beside = options["beside-others"] === true;
  const device = deviceOf(input);
  const told = [time, retries, slurm, device];
  if (told.every((one) => one === undefined) && !beside) return undefined;
  const limits = RunLimits.safeParse({
    ...(time !== undefined && { timeLimitS: secondsOf(time) }),
    ...(retries !== undefined && { retries: retries.trim() === "" ? Number.NaN : Number(retries) }),
    ...(slurm !== undefined && { slurm }),
    ...(beside && { besideOthers: true }),
    ...(device !== undefined && { device }),
  });
  if (!limits.success) throw usageError(limits.error.issues[0].message);
  return limits.data;
}
