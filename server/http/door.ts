import type { AppRouter } from "../routers/index.ts";
import type { RouterContext } from "../routers/trpc.ts";

/**
 * Next evaluates its own copy of every module it bundles, so pages never import services. They find this process's one
 * router and context here, through a symbol that both module graphs know.
 */
export interface ServerDoor {
  router: AppRouter;
  context: RouterContext;
}

const KEY = Symbol.for("ablab.door");
type Holder = { [KEY]?: ServerDoor };

export function openDoor(door: ServerDoor): void {
  (globalThis as Holder)[KEY] = door;
}
