import { nameOf, partsOf } from "./key-words.ts";

const words = (...lines: string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/** Sections that belong to a logger or a scheduler and not to the training, wherever they stand. */
const SECTIONS = words(
  "_wandb wandb mlflow trackio swanlab tensorboard comet comet_ml neptune clearml weave",
  "logger loggers logging slurm beaker hydra",
);

/** The same as the start of a name: `wandb_group`, `SLURM_JOB_ID`. */
const PREFIX =
  /^(wandb|mlflow|trackio|swanlab|tensorboard|comet|neptune|clearml|hf_repo|hub_model_id|slurm|sbatch|pbs|lsb|sge|k8s|kubernetes|beaker|torchelastic)_/;

/** Names that say which run, place or moment it was. */
const NAMES = words(
  "expname trial_params entity hf_entity",
  "report_to use_wandb use_swanlab use_tensorboard use_mlflow hub_model_id hub_token push_to_hub push_to_hub_model_id",
  "rollout_data_dir validation_data_dir default_local_dir default_hdfs_dir skip_dump_dir update_weight_disk_dir",
  "resume_from_checkpoint resume_from_path auto_resume_dir timeline_json_file",
  "hostname username user_name cwd workdir work_dir pid ppid rank local_rank global_rank node_rank process_index",
  "process_id worker_id cuda_visible_devices gpu_id gpu_ids device_id device_ids nodelist node_list master_addr master_address",
  "timestamp datetime started_at created_at launched_at logfile",
  "default_root_dir dirpath rdzv_endpoint rdzv_id rendezvous_endpoint dist_url dist_init_method ray_address ray_init_address ray_namespace",
  "hub_repo_id hub_private_repo hf_hub_repo_id hf_username hf_org version_name trial_number launch_command command_line argv",
  "cmd cmdline time_str timestr date_str date_time time_stamp run_date nodename hostnames gpus_ids cuda_device tmpdir hf_home",
  "transformers_cache torch_home pwd logname user_email workspace_dir storage_path local_dir save_name log_filename",
  "metrics_file logger_name local_world_rank exp_suffix experiment_version aim_repo auto_resume",
);

/** Names that do so where they stand alone, and say something of the training below a section: `model.name`. */
const ALONE = words(
  "name project group tags notes logger host node user date time id uuid save save_to outdir logdir",
  "tag command created email author owner workspace suffix gpu home",
);

/** Sections that only wrap all arguments of a script. */
const WRAPPERS = words(
  "args training_args trainer_args script_args cli_args cfg config arguments options hparams",
);

const RUN =
  /(^|_)(run|exp|experiment|job|trial|project|study|sweep|session|launch|attempt|pod|container|node|machine|cluster)_(name|id|uuid|uid|hash|tags?|group|label|title|dir|path|folder|root|url|uri|link|rank|ip|prefix|suffix|notes|description)$/;

/** Words by which a name or a folder is of another run: the one that this one starts from. */
const OF_OTHERS =
  /(^|_)(load|init|initial|pretrain|pretrained|ref|reference|teacher|base|reward|rm|judge|verifier|sft|warm|from|parent|input|source)(_|$)/;

/** Sections about another run or model: `teacher.run_name`. */
const SECTION_OF_OTHERS =
  /^(load|init|initial|pretrain|pretrained|ref|reference|teacher|base|sft|warm|warm_start|from|parent|source)(_model|_policy|_run)?$/;

/** Where things are written to, whatever they are of: `model_save_path`, `eval_output_dir`. */
const WRITTEN =
  /(^|_)(output|outputs|out|save|saves|saved|saving|log|logs|logging|tensorboard|tb|exports?|dumps?|profile|profiler|profiling|cache|tmp|temp|scratch|working)_(dir|path|folder|directory|root|file|location)$/;

/** Where checkpoints and the like are; with a word of what is trained from or on before it, that is no name of a run. */
const CHECKPOINTS =
  /(^|_)(ckpt|ckpts|checkpoint|checkpoints|checkpointing|state|snapshots?|results?|artifacts?|traces?|videos?|renders?|rollouts?|completions)_(dir|path|folder|directory|root|location)$/;
const OF_MODEL =
  /(^|_)(model|models|adapter|tokenizer|dataset|datasets|data|train|eval|test|val|prompts?|hf|critic|student)(_|$)/;

/** `checkpoint_path` is where checkpoints go to for some, and the model that is trained for others. */
const UNCERTAIN = /^(checkpoint_path|checkpoint_file|state_path)$/;

const WHERE =
  /(^|_)(ports?|port_base|base_port|hosts|hostname|ip|ip_addr|ip_address|addr)$|(^|_)(?<!to_|from_|pin_)host$/;
const WHEN =
  /^(start|started|launch|launched|created|creation|submit|submitted|current)_(time|ts)$|^now$|_timestamp$/;
const SAVED_FILE = /^save_(debug|hf$|.*_data$|.*_to$)/;
const URL =
  /(^|_)(repo|tracking|heartbeat|webhook|dashboard|callback|router|master|head|server|run|engine|engines|sandbox)_(.*_)?(urls?|uri|endpoint)$/;

/** Whether a name of a folder is one that a run of these sections writes to. */
const isWritten = (name: string, above: readonly string[]): boolean =>
  !UNCERTAIN.test(name) &&
  (WRITTEN.test(name) || (CHECKPOINTS.test(name) && ![name, ...above].some((part) => OF_MODEL.test(part))));

function namesIdentity(key: string): boolean {
  const parts = partsOf(key);
  const last = parts.at(-1) ?? "";
  const name = nameOf(parts).replace("base_url", "url");
  const above = parts.slice(0, -1);
  if (parts.some((part) => SECTIONS.has(part) || /^(slurm|sbatch)_/.test(part))) return true;
  if (NAMES.has(last) || NAMES.has(name) || PREFIX.test(last)) return true;
  if (ALONE.has(last) && above.every((part) => WRAPPERS.has(part))) return true;
  if (last === "job_type" || WHERE.test(last) || WHEN.test(name) || SAVED_FILE.test(last)) return true;
  if (OF_OTHERS.test(name) || above.some((part) => SECTION_OF_OTHERS.test(part))) return false;
  return RUN.test(name) || URL.test(name) || isWritten(name, above);
}

/** Words for a place, a moment or a name, which may as well be of what is trained. */
const MAY_NAME =
  /(^|_)(dirs?|paths?|folders?|directory|filename|root|url|uri|hosts?|ports?|address|endpoint|uuid|uid|hash|sha|commit|branch|tags?|suffix|prefix|comment|notes?|date|timestamp|stamp|cwd|user|machine|cluster|launcher|label|title|run|exp|experiment|attempt|trial)$/;
const OF_TRAINING =
  /(^|_)(model|models|adapter|tokenizer|dataset|datasets|data|train|eval|test|val|prompts?|critic|student|env|task|reward|loss|optim|optimizer|scheduler|policy|drop|dropout|stochastic)(_|$)/;

/** Whether a key may name a run, a place or a moment, so that people are asked: its name alone does not say it. */
export function mayNameRun(key: string): boolean {
  const parts = partsOf(key);
  const last = parts.at(-1) ?? "";
  if (/^base_(dir|folder)$/.test(last)) return true;
  const isOfTraining = parts.some((part) => OF_TRAINING.test(part) || OF_OTHERS.test(part));
  return !isOfTraining && MAY_NAME.test(last);
}

/** Keys that were looked at: all runs of a place have the same ones. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 20_000;

/**
 * Whether a key names a run, a place or a moment and says nothing about what was trained, nested ones included. Two runs that
 * differ in nothing else are two seeds of one configuration. `model_name_or_path`, `dataset_name` and `reward_fn` are none.
 */
export function isIdentityKey(key: string): boolean {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const names = namesIdentity(key);
  known.set(key, names);
  return names;
}

/** Whether a key is one that a run goes on from: where that is where it writes, it names the same place. */
export const isResumedFrom = (key: string): boolean =>
  /load|resume/i.test(key) &&
  /^(load|resume)(_(dir|path|folder|from|checkpoint|ckpt|checkpoint_path|from_path))?$/.test(
    partsOf(key).at(-1) ?? "",
  );
