import { expect, test } from "vitest";
import { API, FILES, world } from "./testing.ts";

interface Model {
  info: Record<string, string>;
}

test("a model that a training logs is files of its run, and nothing the client asks of it is refused", async () => {
  const { start, send, post, run } = world();
  const id = await start();
  const asked = { experiment_id: "0", name: "checkpoint-10", source_run_id: id, model_type: "pyfunc" };
  const { status, said } = await post("logged-models", asked);
  const { info } = said.model as Model;
  expect(status).toBe(200);
  expect(info).toMatchObject({ name: "checkpoint-10", status: "LOGGED_MODEL_PENDING", source_run_id: id });

  const folder = info.artifact_uri.replace("mlflow-artifacts:", "");
  await send("PUT", `${FILES}${folder}/MLmodel`, "flavors: {}");
  expect([...run(id).files.keys()]).toEqual(["models/checkpoint-10/MLmodel"]);

  for (const [method, call, body] of [
    ["POST", `logged-models/${info.model_id}/params`, { params: [] }],
    ["PATCH", `logged-models/${info.model_id}/tags`, { tags: [] }],
    ["PATCH", `logged-models/${info.model_id}`, { status: "LOGGED_MODEL_READY" }],
    ["GET", `logged-models/${info.model_id}`, undefined],
  ] as const)
    expect((await send(method, `${API}/${call}`, body)).status, call).toBe(200);
  const read = await send("GET", `${API}/logged-models/${info.model_id}`);
  expect((JSON.parse(String(read.body)) as { model: Model }).model.info).toMatchObject({
    model_id: info.model_id,
    artifact_uri: info.artifact_uri,
    status: "LOGGED_MODEL_READY",
  });
});

test("a model's name is one folder, whatever it is", async () => {
  const { start, post } = world();
  const id = await start();
  const uriOf = async (name: string) => {
    const { said } = await post("logged-models", { experiment_id: "0", name, source_run_id: id });
    return (said.model as Model).info.artifact_uri;
  };
  expect(await uriOf("../../x")).toMatch(/\/artifacts\/models\/\.\._\.\._x$/);
  expect(await uriOf("..")).toMatch(/\/artifacts\/models\/_$/);
});
