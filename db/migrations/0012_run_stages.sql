CREATE TABLE `run_stages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`at` integer NOT NULL,
	`train_step` integer NOT NULL,
	`change` text NOT NULL,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`weights` text NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `run_stages_by_attempt` ON `run_stages` (`attempt_id`,`train_step`);