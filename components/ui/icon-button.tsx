import type { ComponentPropsWithRef } from "react";
import { classNames } from "./class-names.ts";

interface IconButtonProps extends ComponentPropsWithRef<"button"> {
  /** What it does; also its tooltip. */
  label: string;
}

/** A square button with a glyph. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tip={label}
      {...rest}
      className={classNames("icon-btn", className)}
      aria-label={label}
    >
      {children}
    </button>
  );
}
