CREATE TABLE `folder_problems` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`worker_id` text NOT NULL,
	`folder` text NOT NULL,
	`problem` text NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `folder_recipes` (
	`slug` text NOT NULL,
	`version` text NOT NULL,
	`hash` text NOT NULL,
	`file` text NOT NULL,
	`files` text NOT NULL,
	`folder` text NOT NULL,
	`offered_by` text NOT NULL,
	`offered_at` integer NOT NULL,
	`agreed_at` integer,
	`agreed_by` text,
	PRIMARY KEY(`slug`, `version`)
);
