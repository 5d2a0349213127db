/** What people call what runs leave. */
export { bareKind, KIND_WORDS } from "../../workers/protocol/recipes/kind-words.ts";
