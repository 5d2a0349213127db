import { integer, text } from "drizzle-orm/sqlite-core";

/** Unix milliseconds, UTC. Columns of this kind end in `_at`. */
export const at = (name: string) => integer(name);

/** JSON kept as text; the reader trusts the contract that wrote it. */
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();

export const flag = (name: string) => integer(name, { mode: "boolean" });
