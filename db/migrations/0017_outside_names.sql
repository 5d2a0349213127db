CREATE TABLE `outside_names` (
	`project_id` text NOT NULL,
	`place` text NOT NULL,
	`key` text NOT NULL,
	`run_id` text NOT NULL,
	`logger` text,
	PRIMARY KEY(`project_id`, `place`, `key`),
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `outside_names_by_run` ON `outside_names` (`run_id`);--> statement-breakpoint
INSERT OR REPLACE INTO `outside_names` (`project_id`, `place`, `key`, `run_id`)
SELECT p.`project_id`, json_extract(o.`environment`, '$."begun as"'), o.`client_key`, o.`run_id`
FROM `outside_runs` o JOIN `outside_places` p ON p.`id` = o.`place_id`
WHERE json_extract(o.`environment`, '$."begun as"') IS NOT NULL
ORDER BY o.rowid;
