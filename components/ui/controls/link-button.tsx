import type { ComponentPropsWithRef } from "react";
import { type ButtonLook, Kbd } from "./button.tsx";
import { classNames } from "../class-names.ts";
import { PageLink } from "./page-link.tsx";

/** A link that looks like a button: for going somewhere, never for changing something. */
export function LinkButton({
  kind = "plain",
  size,
  keys,
  danger,
  className,
  children,
  ...rest
}: ButtonLook & ComponentPropsWithRef<typeof PageLink>) {
  return (
    <PageLink
      {...rest}
      className={classNames("btn", className)}
      data-kind={kind}
      data-size={size}
      data-danger={danger || undefined}
    >
      {children}
      {keys ? <Kbd keys={keys} /> : null}
    </PageLink>
  );
}
