import type { ParamValue } from "../../manifest.ts";

/** Entries of configurations of trainers, as they log them, that are no secrets. */
const entries = (table: Record<string, ParamValue | null>): [string, ParamValue | null][] =>
  Object.entries(table);

export const HARMLESS_ENTRIES: readonly (readonly [string, ParamValue | null])[] = [
  // TRL and transformers.
  ...entries({
    token_loss: "mean", max_tokens: 4096, key_dim: 64, tokenizer: "Qwen/Qwen2.5-0.5B", num_key_value_heads: 8,
    pad_token_id: 151643, keys_per_layer: 4, eos_token: "<|im_end|>", metric_key: "eval/acc", sort_key: "reward",
    tokens_per_second: 812.5, monkey: "see", hub_token: "<HUB_TOKEN>", push_to_hub_token: "<PUSH_TO_HUB_TOKEN>",
    bos_token_id: 151643, eos_token_id: "[151645, 151643]", pad_token: "<|endoftext|>", unk_token: "[UNK]",
    decoder_start_token_id: "", forced_bos_token_id: false, begin_suppress_tokens: "[220, 50257]", suppress_tokens: "[]",
    max_completion_length: 512, num_input_tokens_seen: 0, include_tokens_per_second: false, include_num_input_tokens_seen: "no",
    importance_sampling_level: "token", loss_type: "dapo", tokenizer_name_or_path: "gpt2", tokenizer_class: "Qwen2Tokenizer",
    model_init_kwargs: "null", image_token_id: 151655, video_token_id: 151656, vision_start_token_id: 151652,
    special_tokens: "['<think>', '</think>']", stop_token: "</answer>", "model/num_parameters": 494032768,
    max_new_tokens: 128, min_new_tokens: 1, label_names: "['labels']", prediction_loss_only: false,
    top_entropy_quantile: 0.2, mask_token: "[MASK]", cls_token: "[CLS]", sep_token: "[SEP]", additional_special_tokens: "[]",
    metric_for_best_model: "eval_loss", hub_private_repo: false, hub_strategy: "every_save", run_name: "grpo-qwen-0.5b",
    tie_word_embeddings: true, attention_key_multiplier: 1.0, key_value_proj_dim: 64, auto_find_batch_size: false,
    _name_or_path: "/models/Qwen2.5-7B-Instruct-GPTQ-Int4", sliding_window: "None", hidden_act: "silu",
  }),
  // verl.
  ...entries({
    "data.prompt_key": "prompt", "data.reward_fn_key": "data_source", "data.image_key": "images", "data.video_key": "videos",
    "data.tool_key": "tools", "data.answer_key": "answer", "actor_rollout_ref.actor.loss_agg_mode": "token-mean",
    "actor_rollout_ref.rollout.max_num_batched_tokens": 8192, "actor_rollout_ref.actor.ppo_max_token_len_per_gpu": 16384,
    "actor_rollout_ref.rollout.log_prob_max_token_len_per_gpu": 16384, "data.train_files": "~/data/gsm8k/train.parquet",
    "actor_rollout_ref.rollout.ignore_eos": false, "critic.forward_max_token_len_per_gpu": 32768,
    "algorithm.rollout_is_level": "token", "algorithm.norm_adv_by_std_in_grpo": true, "data.tokenizer": "null",
    "actor_rollout_ref.rollout.multi_turn.tokenization_sanity_check_mode": "strict",
    "actor_rollout_ref.rollout.multi_turn.tool_config_path": "null", "trainer.default_local_dir": "checkpoints/x/y",
    "trainer.project_name": "verl_grpo_example_gsm8k", "trainer.experiment_name": "qwen2_7b_function_rm",
    "actor_rollout_ref.model.path": "Qwen/Qwen2-7B-Instruct", "reward_model.reward_kwargs.token_level": true,
    "custom_reward_function.name": "compute_score", "data.custom_cls.path": "null", "data.multimodal_keys": "['image']",
    "actor_rollout_ref.actor.fsdp_config.forward_prefetch": false, "ray_init.num_cpus": "null",
    "actor_rollout_ref.rollout.calculate_log_probs": false, "data.need_tools_kwargs": false, "sort_by_key": "length",
  }),
  // OpenRLHF.
  ...entries({
    input_key: "question", output_key: "answer", label_key: "label", prompt_key: "prompt", chosen_key: "chosen",
    rejected_key: "rejected", apply_chat_template: true, use_wandb: "None", wandb_org: "None", wandb_group: "None",
    wandb_project: "openrlhf_train_ppo", packing_samples: true, max_len: 2048, generate_max_len: 1024,
    remote_rm_url: "http://localhost:5000/get_reward", disable_fast_tokenizer: false, tokenizer_chat_template: "None",
    eval_prompt_key: "prompt", "data.input_key": "messages", value_head_prefix: "score", freezing_actor_steps: -1,
    use_tensorboard: "./runs/tb", ref_num_nodes: 1, max_tokens_per_gpu: 16384, token_level_loss: true,
    ring_head_stride: 1, wandb_key: "None", "wandb.key": null, hf_key: "", ds_tensor_parallel_size: 1,
  }),
  // NeMo-RL.
  ...entries({
    "policy.tokenizer.name": "Qwen/Qwen2.5-1.5B", "policy.generation.max_new_tokens": 512, "loss_fn.token_level_loss": true,
    "policy.generation.stop_token_ids": "[151645]", "policy.sequence_packing.algorithm": "modified_first_fit_decreasing",
    "policy.dynamic_batching.train_mb_tokens": 4096, "policy.make_sequence_length_divisible_by": 1, "data.input_key": "problem",
    "checkpointing.metric_name": "val:accuracy", "checkpointing.keep_top_k": 3, "logger.wandb_enabled": true,
    "logger.wandb.project": "grpo-dev", "logger.wandb.name": "grpo-dev-logger", "grpo.val_period": 10,
    "policy.generation.vllm_cfg.async_engine": false, "loss_fn.sequence_level_importance_ratios": false,
    "data.env_name": "math", "env.math.num_workers": 8, "data.output_key": "expected_answer", "logger.log_dir": "logs/exp_001",
  }),
  // slime and Megatron.
  ...entries({
    eval_input_key: "prompt", eval_label_key: "label", metadata_key: "metadata", reward_key: "score", eval_reward_key: "acc",
    tool_key: "tools", custom_rm_path: "null", rollout_stop_token_ids: "None", rollout_max_response_len: 8192,
    calculate_per_token_loss: false, kv_channels: 128, qk_layernorm: true, vocab_size: 151936, tokenizer_type: "HuggingFaceTokenizer",
    padded_vocab_size: 151936, vocab_extra_ids: 0, "moe.token_dispatcher_type": "alltoall", moe_token_dispatcher_type: "alltoall",
    moe_token_drop_policy: "probs", moe_router_topk: 8, moe_expert_capacity_factor: "None", group_query_attention: true,
    null_tokenizer: false, retro_cyclic_train_iters: "None", wandb_mode: "online", wandb_team: "None", use_rollout_logprobs: true,
    log_probs_max_tokens_per_gpu: 16384, dataloader_type: "single", save: "/root/Qwen3-4B_slime/", hf_checkpoint: "/root/Qwen3-4B",
    sglang_enable_metrics: true, custom_generate_function_path: "examples.search.generate", num_query_groups: 8,
    sglang_speculative_num_draft_tokens: 4, sglang_skip_tokenizer_init: true, sglang_cuda_graph_bs: "[1, 2, 4]",
  }),
  // SkyRL, prime-rl, open-instruct, CleanRL.
  ...entries({
    "generator.sampling_params.max_generate_length": 1024, "trainer.algorithm.loss_reduction": "token_mean",
    "trainer.policy.model.path": "Qwen/Qwen2.5-1.5B-Instruct", "trainer.logger": "wandb", "generator.batched": true,
    "environment.skyrl_gym.text2sql.db_path": "/home/u/default/sql_data", "orchestrator.seq_len": 2048,
    "trainer.model.impl": "liger_kernel", "inference.model.tool_call_parser": "hermes", "loss.type": "token",
    "orchestrator.sampling.max_tokens": 2048, "wandb.project": "reverse-text", "inference.api_server_count": 1,
    "orchestrator.client.api_key_var": "VLLM_API_KEY", "client.api_key": "EMPTY", api_key_env_var: "OPENAI_API_KEY",
    ground_truths_key: "ground_truth", sft_messages_key: "messages", dataset_name_key: "dataset", stop_strings: "['</answer>']",
    non_stop_penalty: false, max_prompt_token_length: 256, response_length: 2048, pack_length: 4096, add_bos: false,
    hf_repo_id: "allenai/open_instruct_dev", hf_repo_revision: "grpo__42__1750000000", hf_entity: "allenai",
    dataset_mixer_list: "['ai2-adapt-dev/rlvr_gsm8k_zs', '1.0']", gs_bucket_path: "gs://bucket/path", exp_name: "ppo",
    env_id: "CartPole-v1", torch_deterministic: true, target_kl: "None", capture_video: false, vf_coef: 0.5,
    wandb_entity: "cleanrl", wandb_project_name: "cleanRL", track: true, save_model: false, hf_entity2: "",
  }),
  // Placeholders and references.
  ...entries({
    api_key: "", openai_api_key: "None", "hub.token": "${HF_TOKEN}", HF_TOKEN: "$HF_TOKEN", access_token: "***",
    WANDB_API_KEY: "<your key>", judge_api_key: "YOUR_API_KEY", password: "null", "db.password": "{{ vault }}",
    secret_key: "xxxxxxxx", auth_token: false, use_auth_token: true, "aws.secret": null, cookies: false, PWD: "/home/u/train",
    "data.key": "question", key: "reward", token: "<eos>", sort_keys: true, "report.keys": "['loss', 'reward']", token_count: "12",
    secret_name: "wandb-credentials", credentials_file: "/home/u/.netrc", api_key_file: "/run/secrets/openai",
    tokens: "3", keyword: "math", keyboard: "qwerty", hotkey_bindings: "vim", turkey: "a bird", author: "u", authors: "['u']",
    secretary: "problem", key_frames: "[1, 5]", public_key_pinning: true, passes: 3, bypass: "no", pass_at_k: 8,
  }),
  // Content: hashes, ids, names of checkpoints, packed data.
  ...entries({
    git_commit: "749fcc8b1d2a4f6e8091a2b3c4d5e6f708192a3b", sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    revision: "a09a35458c702b33eeacc393d103063234e8bc28", uuid: "123e4567-e89b-12d3-a456-426614174000", run: "8k2jv9qa",
    image: "ghcr.io/org/verl@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", run_id: "abl-20251127-1530-x7",
    checkpoint: "global_step_1200/actor/huggingface", ckpt: "Qwen2.5-7B-Instruct_GRPO_lr1e-6_bs128_20250101_step-1000",
    logo: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    integrity: "sha512-Z1gwQ3K2Xs8r9pT5vB7nM4qL6wE0yU2iO3aSdF5gH8jKlZxCvBnM9QwErTyUiOp1", model: "DeepSeekR1DistillQwen7BInstructGRPO",
    wheel: "torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl", gpu: "GPU-3f2a1b4c-5d6e-7f80-91a2-b3c4d5e6f708",
    path: "/mnt/nfs/experiments/2025/grpo/seed3/checkpoints/epoch=3-step=12000.ckpt", command: "python train.py --max_tokens 512",
  }),
];

/** Lines of logs and commands without a secret. */
export const HARMLESS_TEXTS: readonly string[] = [
  "{'loss': 0.31, 'num_tokens': 81234.0, 'completions/mean_length': 33.1, 'epoch': 0.2}",
  "step 12 tokens/s 812.5 token_acc: 0.91 keys: 4",
  "tokenizer = AutoTokenizer.from_pretrained(name, token=None)",
  "the next token: a, the secret: practice; the key: patience",
  "KeyError: 'reward_fn'",
  "sorted(rows, key=lambda row: row['score'])",
  "client = OpenAI(api_key=os.environ['OPENAI_API_KEY'])",
  "api_key=os.getenv(\"OPENAI_API_KEY\")",
  "eos_token='<|im_end|>', pad_token='<|endoftext|>'",
  "commit 749fcc8b1d2a4f6e8091a2b3c4d5e6f708192a3b",
  "Downloading https://files.pythonhosted.org/packages/ab/cd/0123456789abcdef/torch-2.8.0-cp312-none-any.whl",
  "wandb: Currently logged in as: u. Use `wandb login --relogin` to force relogin",
  "Setting `pad_token_id` to `eos_token_id`:151645 for open-end generation.",
  "Token indices sequence length is longer than the specified maximum sequence length (812 > 512).",
  "user@host:~/train$ python train.py --seed 3 --lr=1e-6 --prompt_key prompt",
  "mail to someone@example.org, see http://localhost:8080/a?page=2",
  "sk-learn and hf_transfer and npm_config are names; hf_repo_revision too",
  "authors: A. Person, B. Person",
];
