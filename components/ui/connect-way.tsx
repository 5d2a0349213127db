import { LinkButton } from "./controls/link-button.tsx";

/** For every page that is empty until there is a run: those of a training elsewhere come by its own logger. */
export const CONNECT_WAY = {
  title: "Connect your training script",
  text: "wandb, trackio, MLflow or TensorBoard: two environment variables send its runs here while it trains.",
  action: <LinkButton href="/connect">Connect</LinkButton>,
};
