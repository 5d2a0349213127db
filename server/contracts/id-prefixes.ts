/** Three-letter prefixes of public ids. An id is `prefix_` and 16 lower-case Crockford base32 characters (80 random bits). */
export const ID_PREFIXES = {
  project: "prj",
  experiment: "exp",
  sweep: "swp",
  run: "run",
  attempt: "att",
  evaluation: "evl",
  benchmark: "bmk",
  worker: "wkr",
  labelSet: "lbl",
  report: "rpt",
  publication: "pub",
  import: "imp",
  reported: "rtb",
  share: "shr",
  view: "viw",
  ingestToken: "tok",
  alertRule: "arl",
  webhook: "whk",
  delivery: "dlv",
  audit: "aud",
} as const;

/** The 8 characters that screens show of an id. */
export function shortId(id: string): string {
  return id.slice(id.indexOf("_") + 1, id.indexOf("_") + 9);
}
