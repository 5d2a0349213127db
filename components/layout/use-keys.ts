"use client";

import { useEffect, useRef } from "react";
import { addBindings } from "./key-bindings.ts";
import type { KeyBinding } from "./match-keys.ts";

/** Keys that work while the component is on the page. `run` may be another function on every render. */
export function useKeys(bindings: KeyBinding[]): void {
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  // As text, so that the keys are registered again only when one of them changes and not on every render.
  const described = JSON.stringify(bindings);
  useEffect(() => {
    const registered = JSON.parse(described) as (Omit<KeyBinding, "run"> & { run?: null })[];
    return addBindings(
      registered.map((binding, index) => ({
        ...binding,
        run: binding.run === null ? null : () => latest.current[index]?.run?.(),
      })),
    );
  }, [described]);
}
