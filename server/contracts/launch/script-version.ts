export { isScriptVersion } from "../../../workers/protocol/recipes/script-version.ts";
