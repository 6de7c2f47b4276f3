-- changes with: 035-visible-text
-- shown as: 見えない文字
select mend_invisible();
