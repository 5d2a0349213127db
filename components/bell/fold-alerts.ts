import type { AlertRow } from "#server/contracts/alerts/alert.ts";

/** One line of a list of alerts: an alert, or several of one kind of the runs of one experiment, newest first. */
export interface AlertLine {
  key: string;
  alerts: AlertRow[];
  /** Different runs that they are of. */
  runs: number;
}

/** A matrix that ends is one piece of news; two runs are read as fast as a line that counts them. */
const LEAST = 3;

const FOLDED: ReadonlySet<AlertRow["kind"]> = new Set(["ended", "failed", "unreachable"]);

const foldKey = ({ id, kind, experiment, muted, readAt }: AlertRow): string =>
  experiment && FOLDED.has(kind) ? `${kind} ${experiment.id} ${muted} ${readAt === null}` : String(id);

const runsOf = (alerts: readonly AlertRow[]): number => new Set(alerts.map(({ run }) => run?.id)).size;

/**
 * Alerts as lines, each where its newest alert stands: what ended, failed or was lost of one experiment is one line from three
 * runs on, unread apart from read, so that something new is never hidden in what was seen.
 */
export function foldAlerts(alerts: readonly AlertRow[]): AlertLine[] {
  const groups = Map.groupBy(alerts, foldKey);
  const lines = [...groups].flatMap(([key, same]): AlertLine[] => {
    const runs = runsOf(same);
    if (runs >= LEAST) return [{ key, alerts: same, runs }];
    return same.map((one) => ({ key: String(one.id), alerts: [one], runs: 1 }));
  });
  return lines.toSorted((a, b) => b.alerts[0].id - a.alerts[0].id);
}

/** Where a line leads: to its run, or where it counts several to their experiment. */
export function lineHref({ alerts }: AlertLine): string {
  const [{ run, experiment }] = alerts;
  if (alerts.length > 1 && experiment) return `/experiments/${experiment.id}`;
  return run ? `/runs/${run.id}` : "/alerts";
}
