"use client";

import { createContext, type ReactNode, use, useEffect, useId, useState, useSyncExternalStore } from "react";
import { createStore, type Store } from "#components/charts/store.ts";
import { PageLink } from "#components/ui/controls/page-link.tsx";
import { FindingFlag } from "#components/ui/marks/finding-flag.tsx";
import type { Apart } from "#server/checks/judge.ts";

/** Says of lines or dots that they are no values of one quantity. */
export function NotRankedFlag({ rules, why }: Apart) {
  const said = rules.length === 0 ? why : `${rules.join(", ")}: ${why}`;
  return (
    <>
      <FindingFlag level="error" label={said} />{" "}
      <PageLink
        className="crit small"
        href={rules.length === 0 ? "/checks" : `/checks#${rules[0]}`}
        data-tip={said}
      >
        not ranked
      </PageLink>
    </>
  );
}

/** An objection as one value: its rules and why, a line each; nothing where there is none. */
const pack = (apart: Apart | null): string => (apart ? [...apart.rules, apart.why].join("\n") : "");

function unpack(packed: string): Apart | null {
  const lines = packed.split("\n");
  return packed === "" ? null : { rules: lines.slice(0, -1), why: lines[lines.length - 1] };
}

/** What stands once for all drawn figures of a section: an objection that every one of several has. Nothing where there is none. */
export function sharedFinding(figures: readonly string[]): string {
  const [first = "", ...others] = figures;
  return others.length > 0 && others.every((one) => one === first) ? first : "";
}

interface RankStore extends Pick<Store<string>, "get" | "subscribe"> {
  /** What objects to a figure; null once it draws nothing. */
  tell: (figure: string, packed: string | null) => void;
}

function createRankStore(): RankStore {
  const figures = new Map<string, string>();
  const { get, set, subscribe } = createStore<string>("", Object.is);
  return {
    get,
    subscribe,
    tell: (figure, packed) => {
      if (packed === null) figures.delete(figure);
      else figures.set(figure, packed);
      set(sharedFinding([...figures.values()]));
    },
  };
}

const RankContext = createContext<RankStore | null>(null);
const deaf = () => () => undefined;
const nothing = () => "";

const useShared = (store: RankStore | null): string =>
  useSyncExternalStore(store?.subscribe ?? deaf, store?.get ?? nothing, nothing);

/** A section of figures: what says of all of them that they are not ranked stands once, at its head. */
export function RankScope({ children }: { children: ReactNode }) {
  const [store] = useState(createRankStore);
  return <RankContext value={store}>{children}</RankContext>;
}

/** At the head of a section, what its figures leave to it. */
export function SectionRank() {
  const apart = unpack(useShared(use(RankContext)));
  return apart ? (
    <>
      <NotRankedFlag {...apart} />{" "}
    </>
  ) : null;
}

interface NotRankedProps {
  apart: Apart | null;
  /** It has lines: a figure without any has no say in what all of a section share. */
  isDrawn: boolean;
}

/** Says at a chart that its lines are no values of one quantity, unless the head of its section says it of all charts. */
export function NotRanked({ apart, isDrawn }: NotRankedProps) {
  const store = use(RankContext);
  const figure = useId();
  const packed = pack(apart);
  const told = isDrawn ? packed : null;
  useEffect(() => {
    store?.tell(figure, told);
    return () => store?.tell(figure, null);
  }, [store, figure, told]);
  const shared = useShared(store);
  return apart && packed !== shared ? <NotRankedFlag {...apart} /> : null;
}
