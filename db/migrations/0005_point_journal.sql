CREATE TABLE `point_journal` (
	`id` integer PRIMARY KEY NOT NULL,
	`spans` blob NOT NULL,
	`data` blob NOT NULL,
	`aside` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE `series` ADD `settled` integer DEFAULT 0 NOT NULL;