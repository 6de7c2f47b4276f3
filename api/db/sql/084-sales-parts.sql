-- The sales of shops' months by payment method, staff and target month, and by product. A refund counts on its own day;
-- unpaid and failed sales do not count.
create or replace function rebuild_sales_parts(first date, last date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  delete from shop_day_sales_by where shop_id = any (ids) and date between first and last;
  delete from shop_month_sales_by where shop_id = any (ids) and month = first;
  delete from shop_day_product where shop_id = any (ids) and date between first and last;
  delete from shop_month_product where shop_id = any (ids) and month = first;

  with line as materialized (
    select s.shop_id, s.id, tokyo_day(s.settled_at) as date, coalesce(s.target_month, first) as target_month, s.method,
      coalesce(s.staff_id::text, '') as staff, s.member_id, s.refund_of is not null as is_refund, p.category,
      l.product_id, l.quantity, l.discount, l.net, l.tax
    from sale s
    join sale_line l on l.sale_id = s.id
    join product p on p.id = l.product_id
    where s.shop_id = any (ids) and s.status in ('paid', 'refunded')
      and s.settled_at >= day_start(first) and s.settled_at < day_start(last + 1)
  ),
  of_days as (
    insert into shop_day_sales_by (shop_id, date, by, key, sales, gross, refund, tax)
    select shop_id, date, case grouping(method) when 0 then 'method' else 'staff' end,
      case grouping(method) when 0 then method else staff end, count(distinct id) filter (where not is_refund),
      coalesce(sum(net) filter (where not is_refund), 0), coalesce(-sum(net) filter (where is_refund), 0), sum(tax)
    from line group by grouping sets ((shop_id, date, method), (shop_id, date, staff))
  ),
  of_months as (
    insert into shop_month_sales_by (shop_id, month, by, key, target_month, sales, gross, refund, tax)
    select shop_id, first,
      case when grouping(method) = 0 then 'method' when grouping(staff) = 0 then 'staff' else 'category' end,
      case when grouping(method) = 0 then method when grouping(staff) = 0 then staff else category end, target_month,
      count(distinct id) filter (where not is_refund), coalesce(sum(net) filter (where not is_refund), 0),
      coalesce(-sum(net) filter (where is_refund), 0), sum(tax)
    from line
    group by grouping sets ((shop_id, target_month, method), (shop_id, target_month, staff),
      (shop_id, target_month, category))
  ),
  products_of_days as (
    insert into shop_day_product (shop_id, date, product_id, quantity, discount, refund, net, tax)
    select shop_id, date, product_id, sum(case when is_refund then -abs(quantity) else quantity end),
      coalesce(sum(discount) filter (where not is_refund), 0), coalesce(-sum(net) filter (where is_refund), 0), sum(net),
      sum(tax)
    from line group by shop_id, date, product_id
  )
  insert into shop_month_product (shop_id, month, product_id, quantity, discount, refund, net, tax, buyers, buyers_net,
    buyers_tax)
  select shop_id, first, product_id, sum(case when is_refund then -abs(quantity) else quantity end),
    coalesce(sum(discount) filter (where not is_refund), 0), coalesce(-sum(net) filter (where is_refund), 0), sum(net),
    sum(tax), count(distinct member_id) filter (where not is_refund), coalesce(sum(net) filter (where member_id is not null), 0),
    coalesce(sum(tax) filter (where member_id is not null), 0)
  from line group by shop_id, product_id;
end $$;
revoke execute on function rebuild_sales_parts from public;

-- All money of a month of these shops but its bills, up to its day `last`. A refund counts on its own day; unpaid and
-- failed sales do not count.
create or replace function rebuild_sales(first date, last date, ids integer[]) returns void language plpgsql
set search_path = public set plan_cache_mode = force_custom_plan as $$
begin
  delete from shop_day_sales where shop_id = any (ids) and date between first and last;
  insert into shop_day_sales (shop_id, date, category, gross, refund, tax, lines, refund_lines)
  select s.shop_id, tokyo_day(s.settled_at), p.category,
    coalesce(sum(l.net) filter (where s.refund_of is null), 0),
    coalesce(-sum(l.net) filter (where s.refund_of is not null), 0),
    sum(l.tax), count(*), count(*) filter (where s.refund_of is not null)
  from sale s
  join sale_line l on l.sale_id = s.id
  join product p on p.id = l.product_id
  where s.shop_id = any (ids) and s.status in ('paid', 'refunded')
    and s.settled_at >= day_start(first) and s.settled_at < day_start(last + 1)
  group by s.shop_id, tokyo_day(s.settled_at), p.category;

  -- A fully counted month whose money changes has been corrected, unless it had none. Late payment of a bill is no
  -- correction.
  update shop_month m set corrected_at = now()
  where m.shop_id = any (ids) and m.month = first and m.counted_to = (first + interval '1 month')::date - 1
    and exists (select from shop_month_sales w where w.shop_id = m.shop_id and w.month = first) and exists (
    select from (select category, gross, refund, tax from shop_month_sales w where w.shop_id = m.shop_id and w.month = first) was
    full join (
      select category, sum(gross) as gross, sum(refund) as refund, sum(tax) as tax
      from shop_day_sales d where d.shop_id = m.shop_id and d.date between first and last group by category
    ) now_is using (category)
    where (was.gross, was.refund, was.tax) is distinct from (now_is.gross, now_is.refund, now_is.tax));
  delete from shop_month_sales where shop_id = any (ids) and month = first;
  insert into shop_month_sales (shop_id, month, category, gross, refund, tax)
  select shop_id, first, category, sum(gross), sum(refund), sum(tax)
  from shop_day_sales where shop_id = any (ids) and date between first and last
  group by shop_id, category;
  perform rebuild_sales_parts(first, last, ids);
end $$;
revoke execute on function rebuild_sales from public;
