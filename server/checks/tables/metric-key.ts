const SYNONYMS: Record<string, string> = {
  recovery: "rr",
  "recovery rate": "rr",
  "success rate": "rr",
  "diagnosis accuracy": "da",
  "diagnostic accuracy": "da",
  "optimality preservation": "op",
  return: "reward",
  returns: "reward",
  rewards: "reward",
  "episode reward": "reward",
  "episode return": "reward",
  "step count": "steps",
};

/** One key for the spellings of a metric: "Avg. Steps", "pass@8 (%)" and "Reward, raw" are "steps", "pass@8" and "reward". */
export function metricKey(name: string): string {
  const bare = name
    .toLowerCase()
    .replaceAll(/[([][^()[\]]*[)\]]/g, " ")
    .replaceAll("_", " ")
    .replaceAll(/\b(mean|avg|average|final|raw|overall|actual|eval|test)\b\.?|[%,:*]/g, " ")
    .replaceAll(/\s*@\s*/g, "@")
    .replaceAll(/\s+/g, " ")
    .trim();
  // "DA, da.root (DIAGNOSE)" says by which definition.
  return bare.startsWith("da da.") ? "da" : (SYNONYMS[bare] ?? bare);
}
