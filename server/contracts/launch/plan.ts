import type {
  Lint,
  Params,
  ParamValue,
  RecipeManifest,
  RewardConfig,
} from "../../../workers/protocol/manifest.ts";
import type { DeviceChoice } from "../../../workers/protocol/machine/gpu-count.ts";
import type { Joining } from "./joining.ts";
import type { Engine } from "../../../workers/protocol/executors/engine.ts";

/** Something wrong with a launch, at the field it belongs to. */
export interface PlanIssue {
  field: string | null;
  message: string;
  /** Variant it was found in; null where it is about the whole matrix. */
  variant: string | null;
}

/** What a matrix stands for, before anybody presses Launch. */
export interface LaunchPlan {
  variants: {
    label: string;
    baseline: boolean;
    params: Params;
    changed: { name: string; from: ParamValue | null; to: ParamValue | null }[];
    reward: RewardConfig;
    rewardHash: string;
  }[];
  seeds: number[];
  /** What the experiment has that they join; null where they begin one. */
  joins: Joining | null;
  runs: number;
  issues: PlanIssue[];
  lints: (Lint & { variants: string[] })[];
  /** The exact argument list of the first run. */
  command: string[];
  /** Parameters whose value differs between the runs. */
  varies: string[];
  estimate: {
    episodes: number;
    /** Slots of connected workers that could take these runs and start them themselves. */
    slots: number;
    /** The engine that says when each of them starts; null where the slots do. */
    queue: Engine["kind"] | null;
    /** Wall seconds on those slots, or of one run where an engine has the queue; null where no worker is connected, or nothing is measured. */
    seconds: number | null;
    source: string;
    waitingBefore: number;
  };
  /** Where the runs train; null where their recipes know no GPU. */
  devices: LaunchDevices | null;
  /** Engines of connected workers that could run it, with what may be asked for there. */
  engines: LaunchEngine[];
  /** Places that the runs can take code from which is not hashed, and so not approved. */
  unhashedCode: string[];
}

/** On which devices runs of a launch train, by what its workers have now. */
export interface LaunchDevices {
  /** What connected workers would give to a run now: GPUs, 0 the CPU, null it waits for one. */
  workers: { name: string; gpus: number | null }[];
  /** How long one run takes, seconds, on each device that its recipe takes; null: none has finished there. */
  each: { device: DeviceChoice; seconds: number | null; n: number }[];
  message: string;
}

export type LaunchEngine = Pick<Engine, "kind" | "version" | "problems" | "partitions"> & { worker: string };

type FunctionNames<T> = { [K in keyof T]-?: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];

/** A recipe as a form needs it: data only, no functions. */
export type RecipeDescription = Omit<RecipeManifest, FunctionNames<RecipeManifest>>;
