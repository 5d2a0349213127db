import type { ObjectionGroup } from "#components/checks/group-objections.ts";
import type { RunRow } from "#server/contracts/run.ts";
import { countInWords, countOf, listAnd, plural } from "#server/wording/counts.ts";
import { beginSentence } from "#server/wording/typography.ts";

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The state of the bench as a person would say it. */
export function overviewSentence(
  live: RunRow[],
  waiting: number,
  online: number,
  everything: number,
): string {
  if (everything === 0)
    return online === 0
      ? "Nothing has run here yet, and no worker is connected."
      : "Nothing has run here yet.";
  const silent = live.filter((r) => r.state === "unreachable").length;
  const training = live.length - silent;
  const parts = [`${countInWords(training)} ${plural(training, "run is", "runs are")} training`];
  if (waiting > 0) parts.push(`${countInWords(waiting)} ${plural(waiting, "waits", "wait")}`);
  const first = `${beginSentence(listAnd(parts))}.`;
  const second = silent > 0 ? ` No word from ${countInWords(silent)}, which is not a verdict.` : "";
  const third = online === 0 && waiting > 0 ? " No worker is connected." : "";
  return first + second + third;
}

/** Which of the runs that ended last did not end well. */
export function failureSentence(failed: RunRow[]): string {
  if (failed.length === 0) return "";
  const [{ name, state }] = failed;
  return failed.length > 1
    ? `${beginSentence(countInWords(failed.length))} of the runs that ended last failed or crashed.`
    : `One run ${state}: ${name}.`;
}

/** What needs a person, or nothing: an objection says that a number on this page does not mean what it seems to. */
export function objectionSentence(groups: ObjectionGroup[]): string {
  const objections = groups.filter((g) => g.severity === "objection");
  if (objections.length === 0) return "";
  const [{ runs, claim }] = objections;
  const who = runs.length > 1 ? countOf(runs.length, "run") : runs[0].name;
  const needs = plural(objections.length, "objection needs", "objections need");
  return `${beginSentence(countInWords(objections.length))} ${needs} you: ${who}, ${lower(claim)}`;
}
