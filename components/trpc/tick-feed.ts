import { topics, type Change, type Tick } from "#server/contracts/live.ts";

/** How the page stands to the server's event stream. `lost` since a time, in ms. */
export type LiveState =
  { kind: "connecting" } | { kind: "live" } | { kind: "lost"; since: number } | { kind: "paused" };

/** Opens the server's event stream behind a tick; it reconnects by itself. */
export type OpenStream = (
  after: number | null,
  on: { started(): void; tick(tick: Tick): void; lost(): void },
) => { unsubscribe(): void };

/** Between tabs of one browser. */
export type TabMessage =
  | { kind: "tick"; tick: Tick }
  | { kind: "state"; state: LiveState }
  /** A tab begins to follow; it knows every tick up to `after`. */
  | { kind: "hello"; after: number | null }
  /** The answer: how the stream stands, its newest ticks, and the last one there was. */
  | { kind: "welcome"; state: LiveState; ticks: Tick[]; last: number | null };

/** What a tab says to all others, and hears from them. */
export interface TabChannel {
  say(message: TabMessage): void;
  close(): void;
}

/** What tabs of one browser share; null where the browser lacks it: then every visible tab has a stream of its own. */
export interface Tabs {
  join(hear: (message: TabMessage) => void): TabChannel;
  /** Runs `lead` in one tab at a time, until the promise it returns is fulfilled. */
  elect(lead: () => Promise<void>, signal: AbortSignal): Promise<unknown>;
}

export interface TickFeed {
  /** The page is looked at. */
  show(): void;
  /** Nobody looks: gives up the stream. */
  hide(): void;
}

interface FeedOptions {
  open: OpenStream;
  tabs: Tabs | null;
  /** The last tick before the page was read. */
  after: number | null;
  onState(state: LiveState): void;
  onChange(change: Change): void;
  now?: () => number;
}

/** Ticks that a tab which begins to follow can be told of; one that missed more is told that everything changed. */
const KEPT = 100;
const EVERYTHING: Change = { topics: [topics.everything], advanced: {} };

/**
 * Every tick once, from one event stream for all visible tabs of a browser: the tab that leads has the stream and hands its
 * ticks on. When it is hidden or closed another tab takes over behind the last tick it has seen. Ids of ticks have no gaps,
 * so a tab that sees one knows that it has missed something, and then everything counts as changed.
 */
export function createTickFeed(options: FeedOptions): TickFeed {
  const { open, tabs, onState, onChange, now = Date.now } = options;
  let last = options.after;
  let state: LiveState = { kind: "connecting" };
  let kept: Tick[] = [];
  let leads = false;
  let channel: TabChannel | null = null;
  let stop: (() => void) | null = null;

  const turn = (next: LiveState) => {
    if (next.kind === state.kind) return;
    state = next;
    onState(next);
    if (leads) channel?.say({ kind: "state", state });
  };
  const take = (tick: Tick) => {
    if (last !== null && tick.id <= last) return;
    const missed = last !== null && tick.id > last + 1;
    last = tick.id;
    onChange(missed ? EVERYTHING : { topics: tick.topics, advanced: tick.advanced });
    if (!leads) return;
    kept = [...kept.slice(1 - KEPT), tick];
    channel?.say({ kind: "tick", tick });
  };

  /** Holds the stream until it is told to stop. */
  const lead = (): { stop(): void } => {
    leads = true;
    kept = [];
    let opened = true;
    const stream = open(last, {
      started: () => opened && turn({ kind: "live" }),
      tick: (tick) => opened && take(tick),
      lost: () => opened && state.kind === "live" && turn({ kind: "lost", since: now() }),
    });
    return {
      stop() {
        opened = false;
        leads = false;
        stream.unsubscribe();
      },
    };
  };

  const hear = (message: TabMessage) => {
    if (message.kind === "hello") {
      if (!leads) return;
      const ticks = kept.filter(({ id }) => message.after === null || id > message.after);
      channel?.say({ kind: "welcome", state, ticks, last });
    } else if (!leads && message.kind === "tick") take(message.tick);
    else if (!leads && message.kind === "state") turn(message.state);
    else if (!leads && message.kind === "welcome") {
      message.ticks.forEach(take);
      if (message.last !== null && (last === null || last < message.last)) {
        const behind = last !== null;
        last = message.last;
        if (behind) onChange(EVERYTHING);
      }
      turn(message.state);
    }
  };

  const follow = ({ join, elect }: Tabs): (() => void) => {
    const joined = join((message) => channel === joined && hear(message));
    channel = joined;
    joined.say({ kind: "hello", after: last });
    const left = new AbortController();
    const leadUntilLeft = () =>
      new Promise<void>((release) => {
        if (left.signal.aborted) return release();
        const leading = lead();
        return left.signal.addEventListener("abort", () => {
          leading.stop();
          release();
        });
      });
    // A request that is withdrawn because the page is hidden is refused, which is what was wanted.
    elect(leadUntilLeft, left.signal).catch(() => {});
    return () => {
      left.abort();
      joined.close();
      channel = null;
    };
  };

  return {
    show() {
      if (stop) return;
      if (state.kind === "paused") turn({ kind: "connecting" });
      stop = tabs ? follow(tabs) : lead().stop;
    },
    hide() {
      stop?.();
      stop = null;
      turn({ kind: "paused" });
    },
  };
}
