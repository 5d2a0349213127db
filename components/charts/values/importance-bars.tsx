import { percentOfWidth } from "#server/numbers/round.ts";
import { equalsP, quantityText } from "#server/wording/quantities.ts";

export interface ImportanceBar {
  name: string;
  /** Under the name: levels, how they are read. */
  detail: string;
  /** 0 to 1. */
  share: number;
  p: number;
}

interface ImportanceBarsProps {
  label: string;
  bars: readonly ImportanceBar[];
  /** What chance alone reaches, 0 to 1. */
  chance: number;
}

const ROW = 30;

/** Shares of the variance with what chance reaches, a bar each: filled beyond chance, open within. */
export function ImportanceBars({ label, bars, chance }: ImportanceBarsProps) {
  return (
    <table className="bars importance" aria-label={label}>
      <tbody>
        {bars.map(({ name, detail, share, p }) => (
          <tr key={name}>
            <th scope="row" data-tip={name}>
              {name}
              <span className="importance-detail">{detail}</span>
            </th>
            {/* The drawing of the number beside it. */}
            {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
            <td>
              <svg className="bar" height={ROW} aria-hidden="true">
                <rect width={percentOfWidth(chance)} y="0" height={ROW} fill="var(--hover)" />
                <rect
                  width={percentOfWidth(share)}
                  y="10"
                  height="10"
                  fill={share > chance ? "var(--ink)" : "var(--bg)"}
                  stroke={share > chance ? "none" : "var(--ink-3)"}
                />
                <line
                  x1={percentOfWidth(chance)}
                  x2={percentOfWidth(chance)}
                  y1="0"
                  y2={ROW}
                  stroke="var(--ink-3)"
                  strokeDasharray="3 2"
                />
              </svg>
            </td>
            <td data-num>{quantityText({ value: share, unit: "share" })}</td>
            <td className="muted">{equalsP(p)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
