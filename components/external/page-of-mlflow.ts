/** "…/#/experiments/ID/runs/RUN" and "…/#/experiments/ID": the run's id is ours, the experiment's is its name in base64url. */
const MLFLOW = /^#\/experiments\/(e-)?([\w-]+)(?:\/runs\/(run_\w+))?(?:[/?].*)?$/;

/** The page that an address which MLflow prints means here; null where it is none of MLflow's. */
export function pageOfMlflow(hash: string): string | null {
  const found = MLFLOW.exec(hash);
  if (!found) return null;
  const [, isName, id, run] = found;
  if (run) return `/runs/${run}`;
  const name = isName ? nameOf(id) : id === "0" ? "Default" : null;
  return name === null ? "/experiments" : `/ablab/${encodeURIComponent(name)}`;
}

function nameOf(id: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(id.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
