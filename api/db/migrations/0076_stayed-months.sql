DROP INDEX "member_move_first_days";--> statement-breakpoint
ALTER TABLE "member_move" ADD COLUMN "stayed_months" smallint GENERATED ALWAYS AS (case
      when kind <> 'admission' or span_end is null then null
      when span_end <= date + 29 then -1
      else least(11, (extract(year from span_end - 1) - extract(year from date + 29)) * 12
        + extract(month from span_end - 1) - extract(month from date + 29)
        - case when extract(day from span_end - 1) < extract(day from date + 29)
            and extract(month from span_end - 1) = extract(month from span_end) then 1 else 0 end)
    end) STORED;--> statement-breakpoint
CREATE INDEX "member_move_first_days" ON "member_move" USING btree ("shop_id","date","stayed_months","first_visit_days") WHERE "member_move"."kind" = 'admission';