ALTER TABLE `projects` ADD `made_from` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `made_for` text;--> statement-breakpoint
ALTER TABLE `ingest_tokens` ADD `makes_projects` integer DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO `keepings` (`subject_id`, `kind`, `tags`, `notes`, `pinned`, `archived`, `revision`, `by`, `at`)
SELECT r.run_id, 'run',
  (SELECT json_group_array(substr(replace(replace(replace(trim(t.value), ': ', ':'), ', ', ','), ' ', '-'), 1, 40)) FROM json_each(r.tags) t),
  coalesce(r.notes, ''), 0, 0,
  (SELECT coalesce(max(k.revision), 0) FROM keepings k) + row_number() OVER (), 'client', unixepoch() * 1000
FROM (
  SELECT run_id, tags, notes FROM outside_runs
  UNION ALL SELECT run_id, tags, notes FROM launched_runs
) r
WHERE (r.tags <> '[]' OR coalesce(r.notes, '') <> '') AND r.run_id NOT IN (SELECT k.subject_id FROM keepings k);
