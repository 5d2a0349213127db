import type { ComponentPropsWithRef } from "react";
import { classNames } from "./class-names.ts";

/** A button that reads as a link, for actions inside text: Dismiss, Explain, Use 504. */
export function QuietButton({ className, ...rest }: ComponentPropsWithRef<"button">) {
  return <button type="button" {...rest} className={classNames("quiet-button", className)} />;
}
