import { type ElementType, Fragment, type Key } from "react";
import * as runtime from "react/jsx-runtime";
import { showProps } from "#server/wording/shown/show-props.ts";

/**
 * What the compiler calls for every element of a page (`jsxImportSource`): React's own, with the texts that are shown marked.
 * It stands here and not in components, so that no name or value reaches a page past it.
 */
const isShown = (type: ElementType | symbol): boolean =>
  typeof type === "symbol" || (typeof type === "string" && type !== "style" && type !== "script");

export const jsx = (type: ElementType, props: object, key?: Key) =>
  runtime.jsx(type, isShown(type) ? showProps(props) : props, key);

export const jsxs = (type: ElementType, props: object, key?: Key) =>
  runtime.jsxs(type, isShown(type) ? showProps(props) : props, key);

export { Fragment };
export type { JSX } from "react";
