import { registerHooks } from "node:module";

/**
 * Drizzle's package.json has 180 kB, and Node reads it anew for each of its hundred modules: 0.3 CPU seconds at every
 * start. A loop that starts a thousand servers finds the modules by itself.
 */
const DRIZZLE = new URL("../../node_modules/drizzle-orm/", import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = (/** @type {string} */ url) => ({ url, format: "module", shortCircuit: true });
    if (specifier === "drizzle-orm") return found(`${DRIZZLE}index.js`);
    if (specifier.startsWith("drizzle-orm/"))
      return found(`${DRIZZLE}${specifier.slice("drizzle-orm/".length)}/index.js`);
    if (specifier.startsWith(".") && context.parentURL?.startsWith(DRIZZLE))
      return found(new URL(specifier, context.parentURL).href);
    return next(specifier, context);
  },
});
