import { z } from "zod";
import { maskText } from "../../workers/protocol/secrets/mask.ts";
import { writeOut } from "../../workers/protocol/visible-text.ts";
import type { ServiceContext } from "../services/context.ts";
import { countOf } from "../wording/counts.ts";
import { writeTimeOfDay } from "../wording/times.ts";

const SHOWN_FOR_MS = 3_600_000;

/** What the launcher tells of the server before this one (server/cli/keeping/keep-server.mjs). */
const Ended = z.object({ at: z.number(), how: z.string(), last: z.string(), inARow: z.number() });

/** Shows on every page for an hour that the server ended unasked and was started again: when, how, and its last line. */
export function showHowItEnded({ storage }: ServiceContext): void {
  const told = process.env.ABLAB_ENDED;
  // The worker and its trainings do not inherit it.
  delete process.env.ABLAB_ENDED;
  if (told === undefined) return;
  const { at, how, last, inARow } = Ended.parse(JSON.parse(told));
  const often = inARow > 1 ? ` It ended ${countOf(inARow, "time")} in a row.` : "";
  const because = last === "" ? "" : ` Its last line: ${maskText(writeOut(last))}`;
  storage.troubles.set(
    "ended",
    `The server ended at ${writeTimeOfDay(at)} (${how}) and was started again; trainings went on.${often}${because}`,
  );
  setTimeout(() => storage.troubles.delete("ended"), SHOWN_FOR_MS).unref();
}
