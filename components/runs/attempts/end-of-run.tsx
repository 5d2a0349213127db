import { LogView, readLog } from "#components/ui/log-view.tsx";
import { Disclosure } from "#components/ui/overlays/disclosure.tsx";
import { Strip } from "#components/ui/strip.tsx";
import type { RunDetail } from "#server/contracts/run.ts";
import { countOf } from "#server/wording/counts.ts";
import { beginSentence } from "#server/wording/typography.ts";

const SHOWN = 12;
const HEIGHT = 228;

/** Why a run failed, what to do about it, and the last lines that it wrote. */
export function EndOfRun({ run }: { run: RunDetail }) {
  const last = run.attempts.at(-1);
  const tail = last?.exit?.tail ?? [];
  if (!last || !["failed", "crashed"].includes(run.row.state)) return null;
  if (!last.cause && tail.length === 0) return null;
  const lines = readLog(tail.slice(-SHOWN).join("\n"));
  return (
    <section aria-label="Why it ended">
      {last.cause ? (
        <Strip level="error" claim={`${beginSentence(`it ${last.cause.words}`)}.`}>
          {last.cause.advice}
        </Strip>
      ) : null}
      {tail.length > 0 ? (
        <Disclosure
          summary={`Log, last ${countOf(lines.length, "line")}`}
          open={lines.some(({ level }) => level === "error")}
        >
          <LogView label={`Last lines of ${run.row.name}`} lines={lines} height={HEIGHT} />
        </Disclosure>
      ) : null}
    </section>
  );
}
