CREATE TABLE `left_folders` (
	`folder` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`tried_at` integer,
	`problem` text,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `left_folders_by_worker` ON `left_folders` (`worker_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_gpu_leases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`gpu` text NOT NULL,
	`place` integer NOT NULL,
	`attempt_id` text NOT NULL,
	`since` integer NOT NULL,
	`released_at` integer,
	`worker_id` text,
	`run_name` text,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_gpu_leases`("id", "gpu", "place", "attempt_id", "since", "released_at") SELECT "id", "gpu", "place", "attempt_id", "since", "released_at" FROM `gpu_leases`;--> statement-breakpoint
DROP TABLE `gpu_leases`;--> statement-breakpoint
ALTER TABLE `__new_gpu_leases` RENAME TO `gpu_leases`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `gpu_leases_one_per_place` ON `gpu_leases` (`gpu`,`place`) WHERE "gpu_leases"."released_at" is null;--> statement-breakpoint
CREATE INDEX `gpu_leases_by_attempt` ON `gpu_leases` (`attempt_id`);