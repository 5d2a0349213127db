import { BoundedStore } from "../../numbers/bounded-store.ts";

const MIB = 1024 * 1024;
/** Artifacts that are remembered by name, of one project and of all. */
const MEMORY = { bytes: 16 * MIB, bytesOfOwner: 4 * MIB };
/** Newest versions of one artifact that are remembered, and its aliases. */
const MOST = 2000;

interface Known {
  /** The number of the oldest version that is remembered. */
  first: number;
  /** Ids of the versions from `first` on. */
  ids: readonly string[];
  /** Alias -> id. */
  aliases: ReadonlyMap<string, string>;
}

const UNKNOWN: Known = { first: 0, ids: [], aliases: new Map() };

/**
 * Artifacts of this process by the token's project, place and name, each with the ids of its versions. It is a convenience of
 * the clients before 0.26: an id says all that is needed, so nothing is lost with it.
 */
export class Shelf {
  readonly #artifacts = new BoundedStore<Known>(MEMORY);
  readonly #clients = new BoundedStore<string>(MEMORY);

  #of = (owner: string, { project, name }: ArtifactPlace): Known =>
    this.#artifacts.get(owner, keyOf(project, name)) ?? UNKNOWN;

  #keep(owner: string, { project, name }: ArtifactPlace, known: Known): void {
    // What a text holds is counted once, whatever its place.
    const bytes = [...known.ids, ...known.aliases.keys()].reduce(
      (sum, text) => sum + 2 * text.length + 64,
      0,
    );
    this.#artifacts.set(owner, keyOf(project, name), known, bytes);
  }

  /** The version of an artifact, from 0; a digest that is there already is that version. */
  add(owner: string, place: ArtifactPlace, id: string, clientId: string | null): void {
    if (clientId !== null) this.#clients.set(owner, clientId, id);
    const known = this.#of(owner, place);
    if (known.ids.includes(id)) return;
    const ids = [...known.ids, id].slice(-MOST);
    this.#keep(owner, place, { ...known, first: known.first + known.ids.length + 1 - ids.length, ids });
  }

  versionOf(owner: string, place: ArtifactPlace, id: string): number {
    const { first, ids } = this.#of(owner, place);
    return first + Math.max(0, ids.indexOf(id));
  }

  /** Lets "NAME:ALIAS" stand for a version; an alias is of one version at a time. */
  call(owner: string, place: ArtifactPlace, alias: string, id: string): void {
    const known = this.#of(owner, place);
    if (known.aliases.size >= MOST && !known.aliases.has(alias)) return;
    this.#keep(owner, place, { ...known, aliases: new Map([...known.aliases, [alias, id]]) });
  }

  /** The id of "NAME:v3", "NAME:latest", "NAME:ALIAS" or "NAME". */
  named(owner: string, { project, name }: ArtifactPlace): string | null {
    const colon = name.indexOf(":");
    const [plain, alias] = colon === -1 ? [name, undefined] : [name.slice(0, colon), name.slice(colon + 1)];
    const { first, ids, aliases } = this.#of(owner, { project, name: plain });
    const called = alias === undefined ? undefined : aliases.get(alias);
    if (called !== undefined) return called;
    if (alias === undefined || alias === "latest") return ids.at(-1) ?? null;
    return (/^v\d{1,9}$/.test(alias) && ids[Number(alias.slice(1)) - first]) || null;
  }

  /** What a version is called besides its number. */
  aliasesOf(owner: string, place: ArtifactPlace, id: string): string[] {
    const { aliases } = this.#of(owner, place);
    const own = [...aliases].flatMap(([alias, called]) => (called === id ? [alias] : []));
    return this.named(owner, place) === id && !own.includes("latest") ? [...own, "latest"] : own;
  }

  sentAs = (owner: string, clientId: string): string | null => this.#clients.get(owner, clientId) ?? null;
}

interface ArtifactPlace {
  project: string;
  name: string;
}

const keyOf = (project: string, name: string): string => JSON.stringify([project, name]);
