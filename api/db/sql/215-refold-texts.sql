-- Folds again the texts that another version folded and stored. The stored text has been folded once: this suffices while
-- a new version only merges more. One that tells apart what an earlier one merged has to begin with the texts themselves.
-- changes with: 030-search-text
-- shown as: 検索用の文章
update announcement set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update content_column set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update lean_body_content set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update mail set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update mail_step set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update mail_template set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
update report_action set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
-- part
update daily_report set search_text = fold_text(search_text) where search_text <> fold_text(search_text);
