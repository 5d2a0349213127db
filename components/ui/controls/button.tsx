import type { ComponentPropsWithRef } from "react";
import { classNames } from "../class-names.ts";

interface KbdProps {
  /** As it is pressed: "Ctrl K", "g r", "esc". */
  keys: string;
}

/** A key. Hidden from screen readers inside a control, where `aria-keyshortcuts` or the help list says it. */
export function Kbd({ keys }: KbdProps) {
  return (
    <kbd className="kbd" aria-hidden="true">
      {keys}
    </kbd>
  );
}

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

/** A button that reads as a link, for actions inside text: Dismiss, Explain, Use 504. */
export function QuietButton({ className, ...rest }: ComponentPropsWithRef<"button">) {
  return <button type="button" {...rest} className={classNames("quiet-button", className)} />;
}

export interface ButtonLook {
  /** `primary` is ink and stands once per page; `danger` is text in crit, never filled. */
  kind?: "primary" | "plain" | "quiet" | "danger";
  size?: "small";
  /** The key that presses it, shown inside. */
  keys?: string;
  /** A quiet button whose effect cannot be undone. */
  danger?: boolean;
}

interface ButtonProps extends ButtonLook, ComponentPropsWithRef<"button"> {
  /** Why it cannot be used now. It stays focusable, says so, and still calls `onClick`, which leads to the cause. */
  blocked?: string;
}

/** A button. `type` is "button" unless a form says otherwise. */
export function Button({
  kind = "plain",
  size,
  keys,
  danger,
  blocked,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames("btn", className)}
      data-kind={kind}
      data-size={size}
      data-danger={danger || undefined}
      data-tip={blocked}
      aria-disabled={blocked ? true : rest["aria-disabled"]}
    >
      {children}
      {keys ? <Kbd keys={keys} /> : null}
    </button>
  );
}
