import { createInterface } from "node:readline";
import { Judge } from "./judge.ts";

/** `node workers/judge/main.ts`: judges what a trainer of another language asks, line by line, until its stdin ends. */
const judge = new Judge();
process.stdout.on("error", () => process.exit(0));
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === "") continue;
  process.stdout.write(`${await judge.answer(line)}\n`);
}
