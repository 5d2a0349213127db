import { listAlerts } from "../alerts/list.ts";
import type { World } from "../testing.ts";
import { lookForAlerts, startWatch } from "./look.ts";

/** A watch, and a way to look once more after a while. */
export function watching(world: World) {
  let watch = startWatch(world.ctx);
  return {
    look(afterMs = 6000) {
      world.clock.now += afterMs;
      lookForAlerts(world.ctx, watch);
    },
    /** Another process takes over: what was in memory is gone. */
    restart() {
      watch.stop();
      watch = startWatch(world.ctx);
    },
  };
}

/** Kind and title of what fired, the newest first. */
export const said = ({ ctx }: World, only: "all" | "unread" | "muted" = "all") =>
  listAlerts(ctx, { only, limit: 100 }).alerts.map(({ kind, title }) => `${kind}: ${title}`);
