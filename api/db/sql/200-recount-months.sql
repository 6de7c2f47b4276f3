-- A changed counting recounts everything, which is no correction.
-- changes with: 040-days, 050-membership, 060-visits, 070-people, 080-months, 081-month-parts, 082-overdue-dues, 083-month-groups, 084-sales-parts, 089-visit-classes
-- shown as: 月ごとの集計
do $$
declare
  counted date;
begin
  create temporary table corrected on commit drop as select shop_id, month, corrected_at from shop_month;
  perform rebuild_membership(null);
  for counted in
    select generate_series(month_of(first_fact())::timestamp, data_date()::timestamp, interval '1 month')
  loop
    perform rebuild_month(counted, array(select id from shop));
    perform rebuild_chain_month(counted);
  end loop;
  update shop_month m set corrected_at = c.corrected_at from corrected c
  where (m.shop_id, m.month) = (c.shop_id, c.month) and m.corrected_at is distinct from c.corrected_at;
end $$;
