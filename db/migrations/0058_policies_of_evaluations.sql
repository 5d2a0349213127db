ALTER TABLE `evaluations` ADD `policies` text;--> statement-breakpoint
ALTER TABLE `rollout_groups` ADD `policies` text;