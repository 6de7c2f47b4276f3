import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import { phoneText } from '#contract/phone.ts'
import type { report } from '#contract/report.ts'
import { firstDaysGroups, firstDaysMonths } from '#contract/words/first-days.ts'
import type { Ctx, Handlers } from '../../context.ts'
import { seesContact } from '../../db/member-search.ts'
import { firstDaysFigures, type NewcomerRow, newcomersBelow } from '../../figures/first-days.ts'
import { monthOf } from '../../figures/periods.ts'
import { isCounting } from '../../figures/reach.ts'
import { type CsvExports, slashed } from '../../wire/csv.ts'
import { listAnswer } from '../../wire/list-answer.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

type FirstDaysReport = Pick<typeof report, 'firstDays' | 'firstDaysMembers'>
type MembersInput = Input<typeof report.firstDaysMembers>

const firstDays = async (ctx: Ctx, input: Input<typeof report.firstDays>) => {
  const scope = await reportScopeOf(ctx, input)
  const { shopId, year, month } = input
  const requested = monthOf(year, month)
  const figures = await firstDaysFigures(ctx.scoped, scope, { year, month })
  return {
    requestInfo: { shopId: shopId ?? null, year, month },
    ...scopeAnswer(ctx, scope),
    isProvisional:
      scope.dataDate === null ||
      scope.dataDate < requested.to ||
      isCounting(scope.reach, { from: figures.joined?.from ?? requested.from, to: requested.to }),
    ...figures,
  }
}

async function membersOf(ctx: Ctx, input: MembersInput) {
  const scope = await reportScopeOf(ctx, input)
  const { dataDate: date } = scope
  const isWaiting = scope.reach.counting.length > 0
  if (date === null || isWaiting) return { rows: [], total: 0, date, isWaiting }
  return { ...(await newcomersBelow(ctx.scoped, scope, date, input)), date, isWaiting }
}

const maskedTel = (tel: string | null) => tel && `***-****-${tel.slice(-4)}`

export const firstDaysHandlers: Handlers<FirstDaysReport> = {
  firstDays,
  firstDaysMembers: async (ctx, input) => {
    const { date, isWaiting: _, ...found } = await membersOf(ctx, input)
    const toItem = ({ userId, memberId: _, tel, ...row }: NewcomerRow) => ({
      ...row,
      userId: userId === null ? null : String(userId),
      tel: seesContact(ctx) ? tel : maskedTel(tel),
    })
    return { ...listAnswer(input, found, toItem), date }
  },
}

const percent = (rate: number | null | undefined) => (rate == null ? null : Math.round(rate * 1000) / 10)
const tenth = (value: number) => Math.round(value * 10) / 10

/** Rows of a file read at once. */
const exportedAtOnce = 2000

export const firstDaysExports: Pick<CsvExports<typeof report>, keyof FirstDaysReport> = {
  firstDays: {
    filename: async (ctx, { shopId, year, month }) =>
      `最初の30日_${await shopInFilename(ctx, shopId)}_${year}${String(month).padStart(2, '0')}`,
    columns: () => [
      ...['最初の30日の来館', '人数（名）', '構成比（%）'],
      ...firstDaysMonths.flatMap((months) => [
        `${months}か月後も在籍（%）`,
        ...[`${months}か月後の下限（%）`, `${months}か月後の上限（%）`, `${months}か月後の対象（名）`],
      ]),
    ],
    page: async (ctx, input) => {
      const { groups, people, reach, joined, until } = await firstDays(ctx, input)
      const days = until === null ? null : { from: joined?.from ?? until, to: until }
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      return {
        rows: [
          ...(groups ?? []).map((one) => [
            ...[firstDaysGroups[one.key], one.people, percent(one.share)],
            ...firstDaysMonths.flatMap((months) => {
              const at = one.survival.find(({ month }) => month === months)
              return [percent(at?.share), percent(at?.low), percent(at?.high), at?.people ?? 0]
            }),
          ]),
          ['合計', people],
          ...unknownRows(reach, days, ['contracts', 'leavers', 'visits']),
        ],
        after: null,
      }
    },
  },
  firstDaysMembers: {
    filename: async (ctx, { shopId }) => {
      const { dataDate } = await reportScopeOf(ctx, { shopId })
      const shop = await shopInFilename(ctx, shopId)
      return ['来館の少ない新入会員', shop, ...(dataDate ? [dataDate.replaceAll('-', '')] : [])].join('_')
    },
    columns: () => ['会員番号', '氏名', '店舗', '入会日', '入会からの日数', '来館（日）', 'めやす（日）', '電話番号'],
    page: async (ctx, input, after) => {
      const offset = Number(after ?? 0)
      const { rows, total, isWaiting } = await membersOf(ctx, { ...input, offset, limit: exportedAtOnce })
      // A file without rows would say that there are none.
      if (isWaiting) throw new ApiError('busy', { message: '集計中です。数え終わってから保存してください。' })
      if (after === null) ctx.audit({ rowCount: total, ...(input.shopId && { shopId: input.shopId }) })
      const next = offset + exportedAtOnce
      return {
        rows: rows.map((row) => [
          row.memberNo,
          `${row.lastName}\u3000${row.firstName}`,
          row.shopName,
          slashed(row.joinedOn),
          row.day,
          row.visits,
          tenth(row.usual),
          seesContact(ctx) ? row.tel && phoneText(row.tel) : maskedTel(row.tel),
        ]),
        after: next < total ? String(next) : null,
      }
    },
  },
}
