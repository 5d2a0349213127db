DROP INDEX `rollout_groups_by_place`;--> statement-breakpoint
ALTER TABLE `rollout_groups` ADD `opener` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `rollout_groups_by_place` ON `rollout_groups` (`attempt_id`,`phase`,`step`,`key`,`opener`);