import type { AnnotateAnswer } from "#server/contracts/housekeeping/annotations.ts";

/** What was done: taken back by other changes of what is kept, or by a verb of its own. */
export interface DoneThing extends Pick<AnnotateAnswer, "message" | "undo"> {
  /** Whoever gives it need not catch: a refusal is shown where the press is. */
  takeBack?: () => Promise<unknown>;
}

/** What can be taken back on this page, and what the bar says. */
export interface DoneThings {
  /** Oldest first; only what can be taken back. */
  stack: readonly DoneThing[];
  /** What was taken back just now, as the change that does it again. */
  redo: DoneThing | null;
  said: { text: string; isRefusal: boolean } | null;
}

export const NOTHING_DONE: DoneThings = { stack: [], redo: null, said: null };

/** More is not remembered, so that a page open for a week does not grow. */
const MOST = 50;

const canGoBack = ({ undo, takeBack }: DoneThing) => takeBack !== undefined || undo.length > 0;

/** Something was done: what was taken back before it is not done again after it. */
export function told({ stack }: DoneThings, answer: DoneThing): DoneThings {
  return {
    stack: canGoBack(answer) ? [...stack, answer].slice(-MOST) : stack,
    redo: null,
    said: { text: answer.message, isRefusal: false },
  };
}

/** `thing` was taken back, as `answer` says; what was done meanwhile stays. */
export function tookBack({ stack }: DoneThings, thing: DoneThing, answer: DoneThing): DoneThings {
  return {
    stack: stack.filter((other) => other !== thing),
    redo: canGoBack(answer) ? answer : null,
    said: { text: answer.message, isRefusal: false },
  };
}

/**
 * `thing` was taken back by a verb of its own, which may have told so itself since `before` was said: what it told is then
 * what does it again.
 */
export function tookBackByVerb(now: DoneThings, thing: DoneThing, before: DoneThings["said"]): DoneThings {
  if (now.said === before || now.said === null)
    return tookBack(now, thing, { message: `Took back: ${thing.message}`, undo: [] });
  const told = now.stack.at(-1);
  const redo = told && told !== thing && told.message === now.said.text ? told : null;
  return { ...now, stack: now.stack.filter((other) => other !== thing && other !== redo), redo };
}

/** Something was refused; `thing` is what could not be taken back, and is not offered again. */
export function refused(now: DoneThings, text: string, thing?: DoneThing): DoneThings {
  return { ...now, stack: now.stack.filter((other) => other !== thing), said: { text, isRefusal: true } };
}
