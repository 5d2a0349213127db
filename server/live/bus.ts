import { EventEmitter } from "node:events";
import type { Tick } from "../contracts/live.ts";

/** In-process fan-out of ticks, published after their transaction committed. */
export interface LiveBus {
  publish(tick: Tick): void;
  /** Calls back for every tick until the returned function is called. */
  subscribe(listener: (tick: Tick) => void): () => void;
}

/** A bus without a limit on listeners: every open browser is one. */
export function createLiveBus(): LiveBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (tick) => {
      emitter.emit("tick", tick);
    },
    subscribe: (listener) => {
      emitter.on("tick", listener);
      return () => emitter.off("tick", listener);
    },
  };
}
