CREATE TABLE `gpu_leases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gpu` text NOT NULL,
	`place` integer NOT NULL,
	`attempt_id` text NOT NULL,
	`since` integer NOT NULL,
	`released_at` integer,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `gpu_leases_one_per_place` ON `gpu_leases` (`gpu`,`place`) WHERE "gpu_leases"."released_at" is null;--> statement-breakpoint
CREATE INDEX `gpu_leases_by_attempt` ON `gpu_leases` (`attempt_id`);--> statement-breakpoint
CREATE TABLE `machine_means` (
	`worker_id` text NOT NULL,
	`at` integer NOT NULL,
	`mean` text NOT NULL,
	PRIMARY KEY(`worker_id`, `at`),
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `workers` ADD `machine` text;