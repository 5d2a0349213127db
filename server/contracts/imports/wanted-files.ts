/** Files that an import reads, and those beside them that say more of them. */
const READ = /\.(db|db-wal|sqlite3?|jsonl?|ndjson|csv|tsv|ya?ml|eval|wandb)$|(^|\/)git_hash\.txt$/i;
/** Parts of a run in an mlruns folder: a file without an ending for each metric, parameter and tag. */
const OF_MLFLOW = /\/(metrics|params|tags)\/.+$/;

/** An event file of TensorBoard, by its path. */
export const isEvents = (path: string): boolean => /(^|\/)events\.out\.tfevents\.[^/]*$/.test(path);

/** Files of one import at most. */
export const MOST_IMPORT_FILES = 2000;

/** Whether a file of a folder is sent with an import, by its path with forward slashes; nothing below a hidden folder is. */
export const isWanted = (path: string): boolean =>
  !/(^|\/)\.[^/]+\//.test(path) && (READ.test(path) || OF_MLFLOW.test(path) || isEvents(path));
