import type { ContentMessage, FilesMessage } from "../../workers/protocol/attempts/files.ts";
import type { TrainerEvent } from "../../workers/protocol/events.ts";
import type {
  EventsMessage,
  FinishMessage,
  RegisterMessage,
  StartMessage,
} from "../../workers/protocol/messages.ts";
import { maskFile } from "../../workers/protocol/secrets/mask-file.ts";
import { maskArguments, maskText } from "../../workers/protocol/secrets/mask.ts";
import { isSecretName } from "../../workers/protocol/secrets/secret-names.ts";
import type { Surroundings } from "../../workers/protocol/surroundings.ts";

/**
 * What a worker says, without secrets. A worker masks what it can by itself; one of an earlier version, and a trainer that says
 * something through it, do not.
 */
const byForm = (text: string): string => maskText(text, "forms");

const maskSurroundings = (told: Surroundings): Surroundings => ({
  ...told,
  host: maskText(told.host),
  folder: maskText(told.folder),
  git: told.git && {
    ...told.git,
    branch: told.git.branch && maskText(told.git.branch),
    changed: told.git.changed.map((path) => maskText(path)),
    diff: maskText(told.git.diff),
  },
});

export const maskStart = (message: StartMessage): StartMessage => ({
  ...message,
  argv: maskArguments(message.argv),
  ...(message.surroundings && { surroundings: maskSurroundings(message.surroundings) }),
});

function maskEvent(event: TrainerEvent): TrainerEvent {
  switch (event.t) {
    case "points": {
      const names = Object.keys(event.values);
      if (names.every((name) => byForm(name) === name)) return event;
      return {
        ...event,
        values: Object.fromEntries(
          Object.entries(event.values).map(([name, value]) => [byForm(name), value]),
        ),
      };
    }
    case "note":
      return { ...event, message: maskText(event.message) };
    case "progress":
      return { ...event, phase: maskText(event.phase) };
    case "stage":
      return { ...event, name: maskText(event.name), reason: maskText(event.reason) };
    case "texts":
      return {
        ...event,
        groups: event.groups.map((group) => ({
          ...group,
          key: byForm(group.key),
          prompt: byForm(group.prompt),
          completions: group.completions.map((one) => ({
            ...one,
            text: byForm(one.text),
            ...(one.error !== undefined && { error: maskText(one.error) }),
          })),
        })),
      };
    default:
      return event;
  }
}

export const maskEvents = (message: EventsMessage): EventsMessage => ({
  ...message,
  events: message.events.map(maskEvent),
});

export const maskFiles = (message: FilesMessage): FilesMessage => ({
  ...message,
  files: message.files.map((file) => ({ ...file, path: maskText(file.path) })),
});

export function maskContent(message: ContentMessage): ContentMessage {
  const bytes = Buffer.from(message.bytes, "base64");
  const masked = maskFile(message.path, bytes);
  const path = maskText(message.path);
  return {
    ...message,
    path,
    bytes: masked === bytes ? message.bytes : Buffer.from(masked).toString("base64"),
  };
}

export const maskFinish = ({ exit, ...message }: FinishMessage): FinishMessage => ({
  ...message,
  exit: {
    ...exit,
    detail: maskText(exit.detail),
    ...(exit.tail && { tail: maskText(exit.tail.join("\n")).split("\n") }),
  },
});

type Script = NonNullable<RegisterMessage["recipes"][number]["script"]>;

/** A script as it is offered: what its file says of itself, with no secret as a default, in a preset or in its command. */
function maskScript(script: Script): Script {
  const { file } = script;
  const words = maskArguments(file.command.map((part) => (typeof part === "string" ? part : "")));
  const params = (told: Record<string, number | boolean | string>) =>
    Object.fromEntries(
      Object.entries(told).map(([name, value]) => [
        name,
        typeof value !== "string" ? value : isSecretName(name) ? "" : maskText(value),
      ]),
    );
  return {
    ...script,
    file: {
      ...file,
      summary: maskText(file.summary),
      command: file.command.map((part, i) =>
        typeof part === "string" ? words[i] : { ...part, args: maskArguments(part.args) },
      ),
      fields: file.fields.map((field) =>
        field.kind === "text"
          ? { ...field, default: String(params({ [field.name]: field.default })[field.name]) }
          : field,
      ),
      presets: file.presets.map((preset) => ({ ...preset, params: params(preset.params) })),
      smoke: params(file.smoke),
    },
  };
}

export const maskRegister = (message: RegisterMessage): RegisterMessage => ({
  ...message,
  recipes: message.recipes.map((recipe) =>
    recipe.script ? { ...recipe, script: maskScript(recipe.script) } : recipe,
  ),
  folderProblems: message.folderProblems?.map(({ folder, problem }) => ({
    folder: maskText(folder),
    problem: maskText(problem),
  })),
});
