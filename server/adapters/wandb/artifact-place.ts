import { ENTITY, placeOf } from "./place.ts";
import { uploadTo } from "./uploads.ts";
import type { Visit } from "./visit.ts";

/** What an artifact's id says of it. */
export interface Named {
  project: string;
  run: string;
  type: string;
  name: string;
  digest: string;
}

export const MANIFEST = "wandb_manifest.json";

export const upload = (visit: Visit, { project, run }: Named, path: string) =>
  uploadTo(visit, { place: placeOf(project, run), entity: ENTITY, path });
