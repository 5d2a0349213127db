/**
 * Experiments as MLflow numbers them. Ours are known by name, so an id is the name in another spelling: nothing has to be
 * stored before the first run, two processes that start together agree, and an id from another server is a name.
 */
const DEFAULT = { id: "0", name: "Default" };
const PREFIX = "e-";

export const idOfName = (name: string): string =>
  name === DEFAULT.name ? DEFAULT.id : PREFIX + Buffer.from(name).toString("base64url");

export function nameOfId(id: string): string {
  if (id === DEFAULT.id || id === "") return DEFAULT.name;
  if (!id.startsWith(PREFIX)) return id;
  const name = Buffer.from(id.slice(PREFIX.length), "base64url").toString();
  return idOfName(name) === id ? name : id;
}

/** An experiment as the client reads it. Each name has one: the first run makes it. */
export const experimentOf = (name: string) => ({
  experiment_id: idOfName(name),
  name,
  artifact_location: `mlflow-artifacts:/${idOfName(name)}`,
  lifecycle_stage: "active",
});
