CREATE TABLE `changed_verdicts` (
	`experiment_id` text PRIMARY KEY NOT NULL,
	`changes` text NOT NULL,
	`before_at` integer NOT NULL,
	`found_at` integer NOT NULL,
	`dismissed_at` integer
);
--> statement-breakpoint
ALTER TABLE `kept_answers` ADD `verdicts` text;--> statement-breakpoint
-- What was said of a configuration is known from here on by its first run: names and hashes of configurations change.
UPDATE `kept_answers` SET `verdicts` = (
	SELECT json_object('', json_group_object(`found`.`id`, `found`.`verdict`)) FROM (
		SELECT (SELECT `id` FROM `runs` WHERE `experiment_id` = `kept_answers`.`experiment_id` AND `label` = json_extract(`said`.`value`, '$.config') ORDER BY `rowid` LIMIT 1) AS `id`,
			json_extract(`said`.`value`, '$.verdict') AS `verdict`
		FROM json_each(`kept_answers`.`answer`, '$.rows') AS `said`
	) AS `found` WHERE `found`.`id` IS NOT NULL
) WHERE `due` = 0 AND json_valid(`answer`);
