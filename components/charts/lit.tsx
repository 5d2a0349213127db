"use client";

import { createContext, type ReactNode, use, useState, useSyncExternalStore } from "react";
import type { PlotSeries } from "#server/plot/plot-model.ts";
import { createStore, sameList, type Store } from "./store.ts";

/** Whose lines are pointed at, in every chart and list that is read together; none where nobody points. */
export type LitStore = Store<readonly string[]>;

export const NOBODY: readonly string[] = [];

/** It lives outside React, so that pointing at a line draws no chart again. */
export const createLitStore = (): LitStore => createStore<readonly string[]>(NOBODY, sameList);

const LitContext = createContext<LitStore | null>(null);

/** Charts, lists and legends inside point at the same lines. */
export function LitScope({ children }: { children: ReactNode }) {
  const [store] = useState(createLitStore);
  return <LitContext value={store}>{children}</LitContext>;
}

/** What points at lines here, wherever it is listened to; null outside of any scope. */
export const useLitStore = (): LitStore | null => use(LitContext);

/** Follows who is pointed at; before hydration nobody is. */
export const useLit = (store: LitStore): readonly string[] =>
  useSyncExternalStore(store.subscribe, store.get, () => NOBODY);

/**
 * Whom a line belongs to in all charts of a page: where lines are runs of configurations the run, else the line itself. The
 * metrics of one run are no one else's, so that each is pointed at by itself.
 */
export const whoseLine = ({ key, run, variant }: Pick<PlotSeries, "key" | "run" | "variant">): string =>
  variant === null || run === null ? key : run;

/** What makes an entry of a list point at lines, by pointer and by focus inside of it. */
export function pointsAt(store: LitStore | null, names: readonly string[]) {
  const on = () => store?.set(names);
  const off = () => store?.set(NOBODY);
  return { onPointerEnter: on, onPointerLeave: off, onFocus: on, onBlur: off };
}
