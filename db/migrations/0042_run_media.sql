CREATE TABLE `run_media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` text NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`step` real NOT NULL,
	`place` integer NOT NULL,
	`mark` text NOT NULL,
	`at` integer NOT NULL,
	`path` text,
	`caption` text,
	`data` blob,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_media_by_step` ON `run_media` (`run_id`,`kind`,`key`,`step`,`place`,`mark`);--> statement-breakpoint
CREATE INDEX `run_media_by_path` ON `run_media` (`run_id`,`path`);