CREATE TABLE `rollout_blocks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`live` integer NOT NULL,
	`data` blob NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rollout_blocks_by_run` ON `rollout_blocks` (`run_id`,`id`);--> statement-breakpoint
CREATE TABLE `rollout_completions` (
	`group_id` integer NOT NULL,
	`place` integer NOT NULL,
	`digest` blob NOT NULL,
	`reward` real,
	`marks` integer DEFAULT 0 NOT NULL,
	`rewards` text,
	`advantage` real,
	`length` integer,
	`truncated` integer,
	`stop_reason` text,
	`epoch` real,
	`extra` text,
	`turns` text NOT NULL,
	`block_id` integer NOT NULL,
	`offset` integer NOT NULL,
	`cut_from` integer,
	PRIMARY KEY(`group_id`, `place`),
	FOREIGN KEY (`group_id`) REFERENCES `rollout_groups`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`block_id`) REFERENCES `rollout_blocks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rollout_completions_by_block` ON `rollout_completions` (`block_id`);--> statement-breakpoint
CREATE TABLE `rollout_groups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`phase` text NOT NULL,
	`step` integer NOT NULL,
	`key` text NOT NULL,
	`prompt_id` integer NOT NULL,
	`n` integer NOT NULL,
	`rewarded` integer NOT NULL,
	`mean` real,
	`sd` real,
	`min` real,
	`max` real,
	`truncated` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`prompt_id`) REFERENCES `rollout_prompts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_groups_by_place` ON `rollout_groups` (`attempt_id`,`phase`,`step`,`key`);--> statement-breakpoint
CREATE INDEX `rollout_groups_by_prompt` ON `rollout_groups` (`prompt_id`,`step`);--> statement-breakpoint
CREATE TABLE `rollout_prompts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`hash` text NOT NULL,
	`opening` text NOT NULL,
	`turns` text NOT NULL,
	`block_id` integer,
	`offset` integer NOT NULL,
	`cut_from` integer,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`block_id`) REFERENCES `rollout_blocks`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_prompts_by_run` ON `rollout_prompts` (`run_id`,`hash`);--> statement-breakpoint
CREATE INDEX `rollout_prompts_by_hash` ON `rollout_prompts` (`hash`);--> statement-breakpoint
CREATE INDEX `rollout_prompts_by_block` ON `rollout_prompts` (`block_id`);--> statement-breakpoint
CREATE TABLE `rollout_sieves` (
	`block_id` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`bits` blob NOT NULL,
	FOREIGN KEY (`block_id`) REFERENCES `rollout_blocks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `rollout_sieves_by_run` ON `rollout_sieves` (`run_id`,`block_id`);