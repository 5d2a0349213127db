import type { IncomingHttpHeaders } from "node:http";
import type { ExternalVerbs } from "../../contracts/external/verbs.ts";
import type { AdapterOwner } from "../adapter.ts";
import type { TablePhases } from "./table-phases.ts";
import type { Passes } from "./uploads.ts";
import { idOf } from "./place.ts";

/** One request of a client, as everything that answers it needs it. */
export interface Visit {
  verbs: ExternalVerbs;
  headers: IncomingHttpHeaders;
  /** "http://127.0.0.1:7400" */
  origin: string;
  owner: AdapterOwner;
  passes: Passes;
  tables: TablePhases;
}

export const entityAnswer = (name: string) => ({
  id: idOf("entity", name),
  name,
  isTeam: false,
  xxhashDigestsEnabled: false,
});

export const projectAnswer = (name: string, entity: string) => ({
  id: idOf("project", name),
  internalId: idOf("project", name),
  name,
  entityName: entity,
  entity: entityAnswer(entity),
});
