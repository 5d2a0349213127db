import type { AlertKind } from "./words.ts";

/** What of an alert decides on which line it stands. */
export interface Foldable {
  id: number;
  kind: AlertKind;
  muted: boolean;
  readAt: number | null;
  run: { id: string } | null;
  experiment: { id: string } | null;
}

/** One line of a list of alerts: an alert, or several of one kind of the runs of one experiment, newest first. */
export interface AlertLine<One extends Foldable> {
  key: string;
  alerts: One[];
  /** Different runs that they are of. */
  runs: number;
}

/** A matrix that ends is one piece of news; two runs are read as fast as a line that counts them. */
export const LEAST_FOLDED = 3;

const FOLDED: ReadonlySet<AlertKind> = new Set(["ended", "failed", "unreachable"]);

/** Whether alerts of a kind, of the runs of one experiment, may be one line. */
export const isFolded = (kind: AlertKind): boolean => FOLDED.has(kind);

const foldKey = ({ id, kind, experiment, muted, readAt }: Foldable): string =>
  experiment && isFolded(kind) ? `${kind} ${experiment.id} ${muted} ${readAt === null}` : String(id);

/** Of how many different runs alerts are. */
export const runsOf = (alerts: readonly Foldable[]): number => new Set(alerts.map(({ run }) => run?.id)).size;

/**
 * Alerts, newest first, as lines, each where its newest alert stands: what ended, failed or was lost of one experiment is one
 * line from three runs on, unread apart from read, so that something new is never hidden in what was seen.
 */
export function foldAlerts<One extends Foldable>(alerts: readonly One[]): AlertLine<One>[] {
  const groups = Map.groupBy(alerts, foldKey);
  const lines = [...groups].flatMap(([key, same]): AlertLine<One>[] => {
    const runs = runsOf(same);
    if (runs >= LEAST_FOLDED) return [{ key, alerts: same, runs }];
    return same.map((one) => ({ key: String(one.id), alerts: [one], runs: 1 }));
  });
  return lines.toSorted((a, b) => b.alerts[0].id - a.alerts[0].id);
}

/** Where a line leads: to its run, or where it counts several to their experiment. */
export function lineHref({ alerts }: { alerts: readonly Foldable[] }): string {
  const [{ run, experiment }] = alerts;
  if (alerts.length > 1 && experiment) return `/experiments/${experiment.id}`;
  return run ? `/runs/${run.id}` : "/alerts";
}
