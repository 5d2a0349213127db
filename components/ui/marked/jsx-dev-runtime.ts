import { type ElementType, Fragment, type Key } from "react";
import * as runtime from "react/jsx-dev-runtime";
import { showProps } from "#server/wording/shown/show-props.ts";

/** The same where pages are served unbuilt. */
export const jsxDEV = (type: ElementType, props: object, key?: Key, isStatic?: boolean, source?: unknown) => {
  const isShown = typeof type !== "function" && type !== "style" && type !== "script";
  const make = runtime.jsxDEV as (...given: unknown[]) => ReturnType<typeof runtime.jsxDEV>;
  return make(type, isShown ? showProps(props) : props, key, isStatic, source);
};

export { Fragment };
export type { JSX } from "react";
