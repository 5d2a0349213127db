CREATE TABLE `outside_writers` (
	`run_id` text NOT NULL,
	`writer` text NOT NULL,
	`attempt_id` text,
	`opened_at` integer NOT NULL,
	`heard_at` integer,
	`ended_at` integer,
	`standing` text,
	`added` text NOT NULL,
	PRIMARY KEY(`run_id`, `writer`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `outside_sessions` ADD `ran_until` integer;--> statement-breakpoint
ALTER TABLE `outside_sessions` ADD `idle_ms` integer DEFAULT 0 NOT NULL;