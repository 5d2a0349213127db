CREATE TABLE `failure_reports` (
	`attempt_id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`evaluation_id` text NOT NULL,
	`report` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`attempt_id`) REFERENCES `attempts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`evaluation_id`) REFERENCES `evaluations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `failure_reports_by_run` ON `failure_reports` (`run_id`);--> statement-breakpoint
CREATE INDEX `failure_reports_by_evaluation` ON `failure_reports` (`evaluation_id`);