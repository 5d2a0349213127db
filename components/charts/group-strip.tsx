import { writeNumber } from "#server/wording/numbers.ts";
import { percentAxis } from "#server/plot/scale.ts";

interface GroupStripProps {
  /** The G completions of each prompt. */
  groups: {
    id: string;
    rewards: number[];
    /** Within-group sd, ddof 1. */
    sd: number | null;
    /** All rewards equal: "all pass", "all fail", "all truncated". */
    dead?: string;
  }[];
  /** Common scale of all rows, said in the caption. */
  domain: [number, number];
}

/** One row per prompt, one stroke per completion. A single stroke is a dead group: the collapse is visible at a glance. */
export function GroupStrip({ groups, domain }: GroupStripProps) {
  const axis = percentAxis(domain, 2);
  return (
    <ul className="group-strip">
      {groups.map(({ id, rewards, sd, dead }) => (
        <li key={id}>
          <code>{id}</code>
          <svg className="bar" height="14" aria-hidden="true">
            <line x1="0" x2="100%" y1="7" y2="7" stroke="var(--rule)" />
            {[...new Set(rewards)].map((reward) => (
              <line
                key={reward}
                x1={axis.place(reward)}
                x2={axis.place(reward)}
                y1="2"
                y2="12"
                stroke={dead ? "var(--ink-3)" : "var(--ink)"}
                strokeWidth={dead ? 2 : 1.3}
              />
            ))}
          </svg>
          <span>{dead ?? `sd ${writeNumber(sd)}`}</span>
        </li>
      ))}
    </ul>
  );
}
