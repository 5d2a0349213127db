/** Node's and V8's own lines around the error in the log of a program that crashed. */
const STACK = /^(\s|Node\.js v|\w+:\/\/|\S+:\d+$|[{}^]|<---|-----)/;

/**
 * The last sentence of a log, without the full stop that the sentence around it brings; empty where there is none.
 * @param {string} log
 */
export function lastSentence(log) {
  const sentences = log.split("\n").filter((line) => line.trim() !== "" && !STACK.test(line));
  return (sentences.at(-1) ?? "").trim().replace(/\.$/, "").slice(0, 500);
}
