CREATE TABLE `attempt_files` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`attempt_id` text NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`bytes` integer NOT NULL,
	`files` integer NOT NULL,
	`train_step` integer,
	`written_at` integer NOT NULL,
	`sha256` text,
	`data` blob,
	`gone_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attempt_files_by_path` ON `attempt_files` (`attempt_id`,`path`);--> statement-breakpoint
CREATE INDEX `attempt_files_by_kind` ON `attempt_files` (`kind`,`gone_at`);--> statement-breakpoint
ALTER TABLE `runs` ADD `next` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `limits` text;--> statement-breakpoint
ALTER TABLE `attempts` ADD `begun` text;