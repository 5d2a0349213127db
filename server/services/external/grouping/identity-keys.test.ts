import { describe, expect, test } from "vitest";
import type { Params } from "../../../../workers/protocol/manifest.ts";
import { cellOf, seedIn, USUAL_RULE } from "../config.ts";
import { isIdentityKey } from "./identity-keys.ts";

/** Keys of trainers' configurations that name a run, a place or a moment. */
const IDENTITY: Record<string, string> = {
  TRL: "output_dir logging_dir run_name hub_model_id hub_token vllm_server_host vllm_server_port vllm_group_port vllm_server_base_url report_to local_rank args.output_dir trackio_space_id resume_from_checkpoint wandb_project args.project",
  verl: "trainer.project_name trainer.experiment_name trainer.default_local_dir trainer.default_hdfs_dir trainer.rollout_data_dir trainer.validation_data_dir trainer.logger trainer.resume_from_path actor_rollout_ref.rollout.skip_dump_dir global_profiler.save_path actor_rollout_ref.actor.profiler.save_path ray_kwargs.timeline_json_file actor_rollout_ref.rollout.trace.experiment_name reward_model.sandbox_fusion.url",
  OpenRLHF:
    "ckpt.path ckpt.output_dir ckpt_path save_path logger.wandb.run_name logger.wandb.project logger.wandb.org logger.tensorboard_dir use_wandb wandb_org wandb_group wandb_run_name use_tensorboard",
  "NeMo-RL":
    "checkpointing.checkpoint_dir logger.log_dir logger.wandb.name logger.wandb.project logger.mlflow.run_name logger.mlflow.experiment_name logger.tensorboard.log_dir logger.swanlab.name",
  slime:
    "save save_hf save_debug_rollout_data wandb_group wandb_key wandb_run_id wandb_dir tensorboard_dir sglang_router_ip sglang_router_port sglang_server_port env_vars.SLURM_JOB_ID env_vars.MASTER_ADDR master_port rank update_weight_disk_dir",
  SkyRL:
    "trainer.ckpt_path trainer.export_path trainer.project_name trainer.run_name trainer.logger generator.remote_inference_engine_urls",
  "open-instruct":
    "exp_name run_name output_dir checkpoint_state_dir hf_entity hf_repo_id hf_repo_revision hf_repo_url wandb_entity wandb_project_name push_to_hub save_traces_dir rollouts_save_path dataset_local_cache_dir",
  "prime-rl":
    "output_dir outputs_dir wandb.name wandb.project trainer.wandb.id orchestrator.wandb.name inference.server.port inference.server.host log.path slurm.job_name run_config.run_id metrics_server.port heartbeat.url",
  CleanRL: "exp_name wandb_project_name wandb_entity hf_entity run_name",
  others:
    "SLURM_ARRAY_TASK_ID slurm_job_id hostname user pid timestamp start_time created_at node_ip worker_id cuda_visible_devices job_id cwd tracking_uri Run-Name runName model_save_path eval_output_dir",
  "scripts and launchers":
    "exp_name_1 run_id_2 master_port hydra.run.dir hydra.sweep.dir hydra.job.num hydra.runtime.cwd trainer.default_root_dir callbacks.checkpoint.dirpath video_dir video_folder rollout_dir rdzv_id rdzv_endpoint dist_url dist_init_method ray_address ray_namespace hub_repo_id tag version_name trial_number launch_command argv timestr run_date nodename cuda_device gpu HF_HOME TORCH_HOME TMPDIR PWD USER user_email owner workspace_dir storage_path local_dir save_name log_filename metrics_file exp_suffix suffix experiment_version",
};

/** Keys of the same configurations that say what was trained. */
const TRAINED: Record<string, string> = {
  TRL: "model_name_or_path model_revision dataset_name dataset_config learning_rate lr_scheduler_type reward_model_path reward_funcs reward_weights beta loss_type ref_model_mixup_alpha vllm_mode adapter_name teacher_model_name_or_path optim max_steps logging_steps chat_template_path",
  verl: "actor_rollout_ref.model.path actor_rollout_ref.rollout.name critic.model.path critic.model.tokenizer_path reward_model.model.path reward_model.reward_manager custom_reward_function.path custom_reward_function.name data.train_files data.val_files data.custom_cls.path data.datagen.name algorithm.adv_estimator actor_rollout_ref.actor.policy_loss.loss_mode trainer.total_epochs actor_rollout_ref.rollout.multi_turn.tool_config_path",
  OpenRLHF:
    "pretrain reward_pretrain critic_pretrain prompt_data eval_dataset remote_rm_url actor.adam.lr advantage_estimator",
  "NeMo-RL":
    "policy.model_name policy.tokenizer.name policy.optimizer.name policy.optimizer.kwargs.lr data.dataset_name data.prompt_file data.train_data_path data.val_data_path grpo.num_prompts_per_step checkpointing.metric_name env.math.math_verify_impl",
  slime:
    "hf_checkpoint ref_load model_name prompt_data eval_prompt_data rm_type custom_rm_path rollout_function_path custom_generate_function_path advantage_estimator pretrained_checkpoint",
  SkyRL:
    "trainer.policy.model.path trainer.critic.model.path trainer.reward.model.path data.train_data environment.env_class trainer.algorithm.advantage_estimator trainer.strategy generator.backend",
  "open-instruct":
    "model_name_or_path model_revision tokenizer_name dataset_mixer_list dataset_transform_fn tools.tool_names reward_fn code_api_url apply_verifiable_reward llm_judge_model",
  "prime-rl":
    "model.name trainer.model.name orchestrator.env.id orchestrator.env.name loss.type optim.lr scheduler.type data.name",
  CleanRL: "env_id gym_id total_timesteps torch_deterministic learning_rate",
  others:
    "init_checkpoint_dir pretrained_ckpt_path teacher.run_name init_from_run_id reward_model_checkpoint_path model.checkpoint_dir sft_output_dir start_date end_date offload_to_host support imports transport scheduler.name model.path tokenizer.path max_time time_limit path_dropout drop_path_rate group_size num_groups optimizer.name activation.name model_path model_dir base_model_path peft_path dataset_path train_file prompt_path env_name task_name algo_name total_timesteps save_steps save_strategy cache_implementation use_cache nnodes n_gpus gpus_per_node num_devices device dtype tag_reward hash_size commitment_cost command_dim suffix_length run_length experiment_steps resume_path init_method",
};

/** Those of some keys that are, or are not, taken for a name of a run, a place or a moment. */
const taken = (keys: string, as: boolean) => keys.split(" ").filter((key) => isIdentityKey(key) === as);

describe("a key of a configuration", () => {
  test.each(Object.entries(IDENTITY))("of %s names a run, a place or a moment", (_, keys) => {
    expect(taken(keys, false)).toEqual([]);
  });

  test.each(Object.entries(TRAINED))("of %s says what was trained", (_, keys) => {
    expect(taken(keys, true)).toEqual([]);
  });
});

/** Configurations of one training with another seed, as trainers write them. */
const SEEDED: Record<string, (seed: number) => Params> = {
  TRL: (s) => ({
    seed: s,
    data_seed: s,
    output_dir: `/o/${s}`,
    run_name: `r${s}`,
    learning_rate: 1e-6,
  }),
  "verl by the order of its data": (s) => ({
    "data.seed": s,
    "trainer.experiment_name": `e${s}`,
    "trainer.validation_data_dir": `/v/${s}`,
  }),
  OpenRLHF: (s) => ({ "train.seed": s, "ckpt.path": `/c/s${s}/state`, "logger.wandb.run_name": `p_${s}` }),
  "NeMo-RL": (s) => ({
    "grpo.seed": 42 + s,
    "logger.wandb.name": `g-s${s}`,
    "checkpointing.checkpoint_dir": `results/s${s}`,
  }),
  slime: (s) => ({
    seed: s,
    rollout_seed: 42 + s,
    save: `/s/${s}`,
    load: `/s/${s}`,
    ref_load: "/base",
    sglang_router_port: 3000 + s,
    "env_vars.SLURM_JOB_ID": `77${s}`,
  }),
  SkyRL: (s) => ({ "trainer.seed": s, "trainer.ckpt_path": `/k/${s}`, "trainer.run_name": `x${s}` }),
  "prime-rl": (s) => ({ "orchestrator.seed": s, "orchestrator.buffer.seed": s + 1, "wandb.name": `n${s}` }),
  "open-instruct": (s) => ({
    seed: s,
    exp_name: `grpo_fast__${s}__17642`,
    run_name: `grpo_fast__${s}__17642`,
    output_dir: `/weka/s${s}`,
    checkpoint_state_dir: `/weka/state/s${s}`,
    hf_repo_revision: `grpo_fast__${s}__17642`,
    wandb_project_name: "open_instruct",
    dataset_local_cache_dir: `/scratch/${s}`,
    "beaker.workload_id": `01J${s}`,
    learning_rate: 5e-7,
  }),
  CleanRL: (s) => ({
    seed: s,
    exp_name: "ppo",
    run_name: `CartPole-v1__ppo__${s}__17642`,
    wandb_entity: s === 0 ? "null" : "me",
    total_timesteps: 500_000,
  }),
  "verl under hydra": (s) => ({
    "trainer.seed": s,
    "trainer.default_local_dir": `/c/${s}`,
    "hydra.run.dir": `outputs/2026-11-2${s}/10-00-00`,
    "hydra.job.num": s,
    "ray_kwargs.ray_init.address": `10.0.0.${s}`,
    "actor_rollout_ref.model.path": "Qwen/Qwen3-4B",
  }),
  "a script of ranks": (s) => ({
    seed: s,
    exp_name_1: `e${s}`,
    wandb_run_id: `w${s}`,
    master_port: 29_500 + s,
    dist_url: `tcp://10.0.0.${s}:2950`,
    launch_command: `train.py --seed ${s}`,
    lr: 1,
  }),
  "a nested seed of an actor": (s) => ({ "actor.seed": s, "critic.seed": s + 9, "actor.lr": 1 }),
  "a dict that came as a text": (s) => ({ grpo: `{'seed': ${s}, 'lr': 1}`, logger: `{'log_dir': 'l/${s}'}` }),
};

test.each(Object.entries(SEEDED))(
  "seeds of %s are one configuration, each with its own seed",
  (_, config) => {
    const runs = [0, 1, 2].map(config);
    expect(new Set(runs.map((run) => cellOf(run, USUAL_RULE))).size).toBe(1);
    expect(new Set(runs.map((run) => seedIn(run, USUAL_RULE)?.seed)).size).toBe(3);
  },
);

test("of two seeds that differ, the one that frameworks call the seed is taken", () => {
  expect(seedIn({ "actor.seed": 1, "trainer.seed": 2, rollout_seed: 3 }, USUAL_RULE)?.key).toBe(
    "trainer.seed",
  );
  expect(seedIn({ "actor.seed": 1, rollout_seed: 3 }, USUAL_RULE)?.key).toBe("actor.seed");
  expect(seedIn({ rollout_seed: 3, data_seed: 4 }, USUAL_RULE)?.key).toBe("rollout_seed");
  expect(seedIn({ "eval.seed": 3 }, USUAL_RULE)).toBeNull();
});

test("problems that were split by another seed make another configuration", () => {
  const split = (seed: number): Params => ({ seed: 0, "dataset.split_seed": seed });
  expect(cellOf(split(1), USUAL_RULE)).not.toBe(cellOf(split(2), USUAL_RULE));
});
