import type { ObjectionGroup } from "#components/checks/group-objections.ts";
import type { RunRow } from "#server/contracts/run.ts";

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const inWords = (n: number) => NUMBERS[n] ?? String(n);
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
  const parts = [`${inWords(training)} ${training === 1 ? "run is" : "runs are"} training`];
  if (waiting > 0) parts.push(`${lower(inWords(waiting))} ${waiting === 1 ? "waits" : "wait"}`);
  const first = `${parts.join(" and ")}.`;
  const second = silent > 0 ? ` No word from ${lower(inWords(silent))}, which is not a verdict.` : "";
  const third = online === 0 && waiting > 0 ? " No worker is connected." : "";
  return first + second + third;
}

/** Which of the runs that ended last did not end well. */
export function failureSentence(failed: RunRow[]): string {
  if (failed.length === 0) return "";
  const [{ name, state }] = failed;
  return failed.length === 1
    ? `One run ${state}: ${name}.`
    : `${inWords(failed.length)} of the runs that ended last failed or crashed.`;
}

/** What needs a person, or nothing: an objection says that a number on this page does not mean what it seems to. */
export function objectionSentence(groups: ObjectionGroup[]): string {
  const objections = groups.filter((g) => g.severity === "objection");
  if (objections.length === 0) return "";
  const [{ runs, claim }] = objections;
  const who = runs.length === 1 ? runs[0].name : `${runs.length} runs`;
  const first =
    objections.length === 1 ? "One objection needs you" : `${inWords(objections.length)} objections need you`;
  return `${first}: ${who}, ${lower(claim)}`;
}
