"use client";

import { createContext, type ReactNode, use, useEffect, useId, useState, useSyncExternalStore } from "react";
import { isOfEveryChart, writeCaption } from "#server/wording/charts/bands.ts";
import { CUT_EVERYWHERE, saysIntervalsCut } from "#server/wording/charts/feet.ts";
import { keepUnits } from "#server/wording/typography.ts";
import { createStore, sameList, type Store } from "./store.ts";

interface CaptionStore extends Pick<Store<readonly string[]>, "get" | "subscribe"> {
  /** What a figure says under itself; null once it draws nothing. */
  tell: (figure: string, captions: readonly string[] | null) => void;
}

const NONE: readonly string[] = [];

/**
 * What stands once for all figures: what every one of them says, in the words' order of the first, and what one says that holds
 * of them all. A single figure shares nothing.
 */
export function sharedCaptions(figures: Iterable<readonly string[]>): readonly string[] {
  const [first, ...others] = figures;
  if (others.length === 0) return NONE;
  const said = [...new Set([first, ...others].flat())];
  return [
    ...first.filter((caption) => others.every((captions) => captions.includes(caption))),
    ...said.filter(isOfEveryChart),
    ...(said.some(saysIntervalsCut) ? [CUT_EVERYWHERE] : []),
  ].filter((caption, i, all) => !saysIntervalsCut(caption) && all.indexOf(caption) === i);
}

/** What a figure still says itself beside what stands once for all. */
export const ownCaptions = (captions: readonly string[], shared: readonly string[]): readonly string[] =>
  captions.filter(
    (caption) => !shared.includes(caption) && !(saysIntervalsCut(caption) && shared.includes(CUT_EVERYWHERE)),
  );

function createCaptionStore(): CaptionStore {
  const figures = new Map<string, readonly string[]>();
  const { get, set, subscribe } = createStore(NONE, sameList);
  return {
    get,
    subscribe,
    tell: (figure, captions) => {
      if (captions === null) figures.delete(figure);
      else figures.set(figure, captions);
      set(sharedCaptions(figures.values()));
    },
  };
}

const CaptionContext = createContext<CaptionStore | null>(null);
const deaf = () => () => undefined;

/** Figures of one section: what all of them would say under themselves stands once, under all of them. */
export function CaptionScope({ children }: { children: ReactNode }) {
  const [store] = useState(createCaptionStore);
  return (
    <CaptionContext value={store}>
      {children}
      <Shared store={store} />
    </CaptionContext>
  );
}

function Shared({ store }: { store: CaptionStore }) {
  const shared = useSyncExternalStore(store.subscribe, store.get, () => NONE);
  const words = joinCaptions(shared);
  return words === null ? null : (
    <p className="figure-note caption-shared">
      In each panel: <span>{words}</span>
    </p>
  );
}

/**
 * What of its captions a figure says itself, the others standing once for all figures of its section.
 * @param captions null where nothing is drawn.
 */
export function useOwnCaptions(captions: readonly string[] | null): readonly string[] {
  const store = use(CaptionContext);
  const figure = useId();
  const told = captions?.join("\n") ?? null;
  useEffect(() => {
    store?.tell(figure, told === null ? null : told.split("\n").filter(Boolean));
    return () => store?.tell(figure, null);
  }, [store, figure, told]);
  const shared = useSyncExternalStore(store?.subscribe ?? deaf, store?.get ?? (() => NONE), () => NONE);
  return ownCaptions(captions ?? NONE, shared);
}

/** Sentences one after the other; what is none is part of one sentence. Null where there is nothing. */
export function joinCaptions(captions: readonly string[]): string | null {
  const isSentence = (caption: string) => /[.!?]$/.test(caption);
  const parts = writeCaption(captions.filter((caption) => !isSentence(caption)));
  const words = [...(parts === null ? [] : [parts]), ...captions.filter(isSentence)].join(" ");
  return words === "" ? null : keepUnits(words);
}
