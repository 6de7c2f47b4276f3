import type { Reach } from '#contract/report-head.ts'

/** The first day, YYYY-MM-DD in Asia/Tokyo, of any kind of fact; undefined without any. */
export const firstDay = ({ counting: _, unreadSales: __, missing: ___, lessonsOnly: ____, ...kinds }: Reach) =>
  Object.values(kinds)
    .flatMap((days) => days?.from ?? [])
    .sort()[0]
