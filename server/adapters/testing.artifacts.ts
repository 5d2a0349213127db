import {
  leadsOut,
  type ArtifactVerbs,
  type ArtifactVersion,
  type SentArtifact,
} from "../contracts/external/artifacts.ts";
import { ServiceError } from "../errors.ts";

type Known = SentArtifact & { key: string };
type Kept = Omit<ArtifactVersion, "version" | "aliases"> & {
  version: number | null;
  clientId: string | null;
  wanted: readonly string[];
};

/** Artifacts in memory, for tests of wires. */
export function fakeArtifacts(): ArtifactVerbs {
  const kept: Kept[] = [];
  const aliases = new Map<string, Kept>();
  const named = (sent: Pick<Known, "experiment" | "name">) =>
    kept.filter(({ experiment, name }) => experiment === sent.experiment && name === sent.name);
  const own = (sent: SentArtifact & { key?: string }) =>
    named(sent).find(
      ({ digest, key }) => digest === sent.digest && (sent.key === undefined || key === sent.key),
    );
  const newest = (sent: Pick<Known, "experiment" | "name">) =>
    named(sent)
      .filter(({ version }) => version !== null)
      .toSorted((a, b) => Number(a.version) - Number(b.version))
      .at(-1);
  const place = ({ experiment, name }: Pick<Known, "experiment" | "name">, alias: string) =>
    JSON.stringify([experiment, name, alias]);
  const add = (version: Kept, words: readonly string[]) => {
    for (const alias of words) if (alias !== "latest") aliases.set(place(version, alias), version);
  };
  const answer = (version: Kept): ArtifactVersion => ({
    ...version,
    version: version.version ?? 0,
    aliases: [
      ...[...aliases].flatMap(([text, of]) => (of === version ? [(JSON.parse(text) as string[])[2]] : [])),
      ...(newest(version) === version ? ["latest"] : []),
    ],
  });
  return {
    ofRun: () => kept.filter(({ version }) => version !== null).map(answer),
    begin(_runId, { aliases: wanted, clientId, ...sent }) {
      if (leadsOut(sent.name))
        throw new ServiceError("invalid", `${sent.name} would lead out of the folder.`);
      const known = own(sent);
      if (known) add(known, known.version === null ? [] : wanted);
      else kept.push({ ...sent, wanted, clientId, version: null, bytes: 0, files: 0, at: 0 });
    },
    commit(_runId, sent, held) {
      const version = own(sent);
      if (!version || version.version !== null) return;
      const before = newest(sent)?.version ?? -1;
      Object.assign(version, held, { version: before + 1 });
      add(version, version.wanted);
    },
    call(sent, change) {
      const version = own(sent);
      if (version) add(version, change.add ?? []);
      for (const alias of change.remove ?? []) aliases.delete(place(sent, alias));
    },
    read(sent) {
      const version = own(sent);
      return version && version.version !== null ? answer(version) : null;
    },
    find(experiment, text) {
      const [name, alias = "latest"] = text.split(":");
      const at = { experiment, name };
      const number = /^v(\d+)$/.exec(alias)?.[1];
      const version =
        alias === "latest"
          ? newest(at)
          : number === undefined
            ? aliases.get(place(at, alias))
            : named(at).find((one) => one.version === Number(number));
      return version ? answer(version) : null;
    },
    begun: (experiment, name) =>
      kept.findLast((one) => one.experiment === experiment && one.name === name) ?? null,
    sentAs: (clientId) => kept.find((one) => one.clientId === clientId) ?? null,
  };
}
