-- By group and id: replaced by the two partial indexes. By time of creation: ids are in the same order. The previous
-- version works without them, and sorts the links of a group when it lists deleted ones too. Apart from the new indexes,
-- since this lock keeps visitors waiting, though only for a moment.
DROP INDEX "short_urls_group_id_id_idx";
DROP INDEX "short_urls_created_at_id_idx";
