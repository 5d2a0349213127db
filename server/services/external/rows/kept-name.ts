import { LONGEST_METRIC_NAME, metricNameIssue } from "../../../../workers/protocol/names.ts";
import { visibleName } from "../../../contracts/visible-name.ts";
import { sha256 } from "../../hashing.ts";

/** The name a metric is kept by: its own, or where no metric may be called so, that with everything in it seen. */
export function keptName(name: string): string {
  if (metricNameIssue(name) === null) return name;
  const seen = name === "" ? "(no name)" : visibleName(name);
  const most = LONGEST_METRIC_NAME - 10;
  return seen.length <= LONGEST_METRIC_NAME ? seen : `${seen.slice(0, most)}…${sha256(name).slice(0, 8)}`;
}
