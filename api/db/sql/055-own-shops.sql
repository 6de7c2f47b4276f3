-- Facts of a shop belong to the club system, which imports them, except of a shop that was registered here (decision 0067).
create or replace function shop_facts_are_ours() returns trigger language plpgsql as $$
begin
  if app_acts() and (new.external_id is not null or (tg_op = 'UPDATE' and old.external_id is not null)) then
    raise exception 'this shop belongs to the club system' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger shop_registered before insert on shop
  for each row execute function shop_facts_are_ours();
create or replace trigger shop_facts_changed before update on shop
  for each row when ((old.external_id, old.company_id, old.code, old.name, old.name_kana, old.owner_type, old.zip_code,
      old.prefecture, old.address1, old.address2, old.tel, old.opened_on)
    is distinct from (new.external_id, new.company_id, new.code, new.name, new.name_kana, new.owner_type, new.zip_code,
      new.prefecture, new.address1, new.address2, new.tel, new.opened_on))
  execute function shop_facts_are_ours();

-- Plans of the club system are its own, except for LEAN BODY (decision 0110).
create or replace function plan_facts_are_ours() returns trigger language plpgsql as $$
begin
  if app_acts() and old.external_id is not null then
    raise exception 'this plan belongs to the club system' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create or replace trigger plan_facts_changed before update on shop_plan
  for each row when ((old.external_id, old.name, old.category, old.is_suspension_plan, old.price_monthly, old.status)
    is distinct from (new.external_id, new.name, new.category, new.is_suspension_plan, new.price_monthly, new.status))
  execute function plan_facts_are_ours();
