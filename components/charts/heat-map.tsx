import { writeValue } from "#server/wording/quantities.ts";

interface HeatMapProps {
  label: string;
  /** `n`: of how many things the shares of a column are. */
  columns: { name: string; n: number }[];
  rows: { name: string; shares: (number | null)[] }[];
  /** Share that gets the darkest step; the largest one where it is left out. */
  max?: number;
}

const STEPS = 6;
/** From this step on the ground is dark enough for text in the page's colour. */
const DARK_FROM = 5;

/** Shares as a table with a tinted ground; every value is printed, a dot where there is none. */
export function HeatMap({ label, columns, rows, max }: HeatMapProps) {
  const most = max ?? Math.max(0, ...rows.flatMap((row) => row.shares.map((share) => share ?? 0)));
  return (
    <table className="heat" aria-label={label}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {row.shares.map((share, index) => {
              const step =
                share === null ? 0 : Math.min(STEPS, 1 + Math.floor((share / (most || 1)) * STEPS));
              return (
                <td
                  key={columns[index].name}
                  data-dark={step >= DARK_FROM || undefined}
                  style={step > 0 ? { background: `var(--seq-${step})` } : undefined}
                >
                  {share === null ? "·" : writeValue(share, "share", columns[index].n)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>
            <span className="hidden-text">Column</span>
          </td>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
