import { hearsStop } from "#server/contracts/external/status-source.ts";

/** The loggers that are understood, and how each is told where to send. */
export const LOGGERS = ["wandb", "trackio", "mlflow", "ablab", "folder"] as const;
export type Logger = (typeof LOGGERS)[number];

interface LoggerWords {
  label: string;
  /** Names of the two variables: the address and the token. */
  variables: readonly [string, string];
  /** What else has to be so, and what comes along. */
  note: string;
}

export const LOGGER_WORDS: Record<Logger, LoggerWords> = {
  wandb: {
    label: "wandb",
    variables: ["WANDB_BASE_URL", "WANDB_API_KEY"],
    note: "For wandb 0.19 and newer. Stop is supported.",
  },
  trackio: {
    label: "trackio",
    variables: ["TRACKIO_SERVER_URL", "TRACKIO_WRITE_TOKEN"],
    note: 'With report_to="trackio". Unset TRACKIO_SPACE_ID, which overrides the URL.',
  },
  mlflow: {
    label: "MLflow",
    variables: ["MLFLOW_TRACKING_URI", "MLFLOW_TRACKING_TOKEN"],
    note: "For MLflow 3. The experiment of a run becomes an experiment here.",
  },
  ablab: {
    label: "ablab client",
    variables: ["ABLAB_URL", "ABLAB_INGEST_TOKEN"],
    note: "Python 3.9 and newer, no dependencies. From a checkout of Ablab: pip install clients/python/. It sends everything but the console, evaluations problem by problem.",
  },
  folder: {
    label: "Folder",
    variables: ["ABLAB_URL", "ABLAB_INGEST_TOKEN"],
    note: "TensorBoard events, trainer_state.json, completions as Parquet, rollout files of prime-rl, verl, Tinker and miles: while they are written, and after.",
  },
};

/** The loggers of others, in the order of the table of what each of them sends. */
export const SENDERS = ["wandb", "trackio", "mlflow"] as const;

/** What comes along by itself, logger by logger; docs/clients.md says it at length. */
export const COMES_ALONG: readonly { what: string; by: readonly (typeof SENDERS)[number][] }[] = [
  { what: "metrics", by: SENDERS },
  { what: "configuration", by: SENDERS },
  { what: "completions", by: ["wandb", "trackio"] },
  { what: "alerts", by: ["wandb", "trackio"] },
  { what: "console output", by: ["wandb"] },
  { what: "exit status", by: ["wandb", "mlflow"] },
  { what: "stop from here", by: SENDERS.filter(hearsStop) },
];

/** What a script says that logs by our own client. */
export const OWN_SCRIPT = `import ablab

ablab.init("my-experiment", config={"beta": 0.04}, seed=3)
ablab.log({"loss": loss, "reward": reward}, step=step)`;

/** Stands in place of a token that is not shown any more. */
export const TOKEN_PLACE = "abl_in_…";

const PYTHON_HEAD = "import os  # before the logger is imported";

/** In which form the lines are wanted: for a shell, a script, or a job of Slurm. */
export const FORMS = ["shell", "python", "sbatch"] as const;
export type Form = (typeof FORMS)[number];

/** A job script is kept and shown by the scheduler, so the token stands in a file that only its owner reads. */
const TOKEN_FILE = "~/.ablab-ingest-token";

function jobScript(
  address: string,
  key: string,
  { origin, token }: { origin: string; token: string },
): string {
  return `# once, on the login node
(umask 077; printf %s '${token}' > ${TOKEN_FILE})

#!/bin/bash
#SBATCH --job-name=train
#SBATCH --gpus=1
export ${address}=${origin}
export ${key}="$(cat ${TOKEN_FILE})"
srun python train.py`;
}

/** The lines that send a logger's runs here. */
export function snippet(
  logger: Logger,
  form: Form,
  { origin, token }: { origin: string; token: string },
): string {
  const [address, key] = LOGGER_WORDS[logger].variables;
  const follow = logger === "folder" ? "\nnpx ablab follow DIR" : "";
  if (form === "shell" || logger === "folder")
    return `export ${address}=${origin}\nexport ${key}=${token}${follow}`;
  if (form === "sbatch") return jobScript(address, key, { origin, token });
  return `${PYTHON_HEAD}\nos.environ["${address}"] = "${origin}"\nos.environ["${key}"] = "${token}"`;
}
