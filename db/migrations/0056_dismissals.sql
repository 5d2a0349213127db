CREATE TABLE `dismissals` (
	`run_id` text NOT NULL,
	`rule` text NOT NULL,
	`metric` text NOT NULL,
	`reason` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `rule`, `metric`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
UPDATE `run_notes` SET `level` = CASE `level` WHEN 'caution' THEN 'warning' WHEN 'note' THEN 'info' ELSE `level` END;
