import { z } from "zod";
import { idSchema } from "../../../server/contracts/ids.ts";
import { DiagnosisAsked, type MeanOver } from "./diagnosis.ts";

export const FrontierInput = z.object({ id: idSchema("experiment"), ...DiagnosisAsked });
export type FrontierInput = z.infer<typeof FrontierInput>;

/** What one run reached at its end, each where it was measured. */
export interface Reached {
  seed: number;
  runId: string;
  da: number;
  steps: number;
  rrAt5: number;
}

/** A configuration between speed and diagnosis. */
export interface FrontierRow {
  cell: string;
  config: string;
  baseline: boolean;
  place: number;
  /** A player that learns nothing: part of the scale on which the others are read. */
  player: string | null;
  /** Told the roots: the ends of what is possible. */
  knowing: boolean;
  seeds: Reached[];
  /** Means over its seeds. */
  da: MeanOver;
  steps: MeanOver;
  rrAt5: MeanOver;
}

/** Diagnosis against speed in an experiment: what trainings made of their start, between players that learn nothing. */
export interface Frontier {
  rows: FrontierRow[];
  /** Configurations that may not stand beside the others, or have nothing to show, with the reason. */
  leftOut: { config: string; why: string }[];
  /** What is read as DA. */
  title: string;
  definition: string;
}
