import type { RolloutAnswer, RolloutText } from "../../../contracts/reports/report-answer.ts";
import type { ReportNode } from "../../../contracts/reports/report-tree.ts";
import { visibleName, visibleText } from "../../../contracts/visible-name.ts";
import { writeCount } from "../../../wording/counts.ts";
import { withSign, writeNumber } from "../../../wording/numbers.ts";
import { h } from "./element.ts";

const valueOf = (value: number | string | null): string => writeNumber(value === null ? null : Number(value));

/** "Completion 4: reward 0.290, advantage −0.380, truncated": the line above its text. */
export function headOfCompletion(one: RolloutAnswer["completions"][number]): string {
  const parts = [`reward ${valueOf(one.reward)}`];
  if (one.advantage !== null) parts.push(`advantage ${withSign(valueOf(one.advantage))}`);
  if (one.truncated) parts.push("truncated");
  return `${one.name}: ${parts.join(", ")}`;
}

/** "runs-s0, step 340, group bakery-0412: G = 8, mean 0.530, sd 0.620". */
export function groupOfRollout({ subject, group: { n, mean, sd } }: RolloutAnswer): string {
  const parts = [`G = ${writeCount(n)}`, `mean ${writeNumber(mean)}`];
  if (sd !== null) parts.push(`sd ${writeNumber(sd)}`);
  return `${subject}: ${parts.join(", ")}.`;
}

/** Turns with who speaks, hidden characters written out. */
function drawText({ turns, isCut }: RolloutText): ReportNode[] {
  return [
    ...turns.map(({ role, text, reward }) =>
      h(
        "div",
        { class: "r-turn" },
        h("b", {}, role === "" ? "no role" : visibleName(role)),
        reward === null ? "" : h("small", {}, ` reward ${valueOf(reward)}`),
        h("div", { class: "r-said" }, visibleText(text)),
      ),
    ),
    ...(isCut ? [h("p", { class: "r-note" }, "The text goes on.")] : []),
  ];
}

/** A prompt and completions of it, one below the other. */
export function drawRollout(answer: RolloutAnswer): ReportNode[] {
  return [
    h("p", { class: "r-note" }, groupOfRollout(answer)),
    ...(answer.prompt ? drawText(answer.prompt) : []),
    ...answer.completions.flatMap((one) => [
      h("p", { class: "r-completion" }, h("b", {}, headOfCompletion(one))),
      ...(one.text ? drawText(one.text) : [h("p", { class: "r-note" }, "No text was sent with it.")]),
    ]),
  ];
}
