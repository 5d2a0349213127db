import type { StatusSource } from "./status-source.ts";
import type { RolloutStep } from "../rollouts/rollouts.ts";
import type { RunState } from "../run-lifecycle.ts";

/** What has come in of the newest run from outside, as it stands when asked. Times are the server's, in ms. */
export interface Arrival {
  runId: string;
  name: string;
  state: RunState;
  statusSource: StatusSource;
  /** As the client calls itself: "wandb 0.31.0". */
  client: string;
  /** Where it says that it runs; null where it does not. */
  host: string | null;
  /** Name of the token. */
  token: string;
  openedAt: number;
  /** When it last said anything. */
  lastSeenAt: number;
  configKeys: number;
  commit: string | null;
  files: number;
  /** Names of metrics that came, and how many of them our table of names knows. */
  metrics: number;
  known: number;
  /** The names, the known ones first; more than a page of them is on the run's own. */
  names: { metric: string; known: boolean }[];
  /** The metrics that say most, with up to 40 means along their x. */
  curves: { metric: string; last: number | null; x: number; means: (number | null)[] }[];
  /** The last steps of which completions are kept, ascending. */
  completions: RolloutStep[];
}
