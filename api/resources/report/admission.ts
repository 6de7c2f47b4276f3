import type { Input } from '#contract/endpoint.ts'
import type { report } from '#contract/report.ts'
import type { Share } from '#contract/report-shops.ts'
import { absences, admissionKinds, joinDays, joinedByWords, ledBy, noCampaign } from '#contract/words/admission.ts'
import { cancelReasons } from '#contract/words/cancel-reason.ts'
import { ageBands } from '#contract/words/groups.ts'
import { genders, joinRoutes } from '#contract/words/member.ts'
import { leadKinds } from '#contract/words/report.ts'
import type { Ctx, Verb } from '../../context.ts'
import { admissionFigures, readReturning } from '../../figures/admission.ts'
import { readComing } from '../../figures/coming.ts'
import { isCounting } from '../../figures/reach.ts'
import { type Cell, type CsvExports, slashed } from '../../wire/csv.ts'
import { unknownRows } from '../../wire/unknown-rows.ts'
import { shopInFilename } from '../shop/shop-in-filename.ts'
import { requirePeriod } from './days.ts'
import { reportScopeOf, scopeAnswer } from './scope.ts'

type AdmissionInput = Input<typeof report.admission>

const admission = async (ctx: Ctx, input: AdmissionInput) => {
  requirePeriod(input)
  const scope = await reportScopeOf(ctx, input)
  const { shopId, ...requested } = input
  // The reason may be one of health.
  const mayKnowWhy = ctx.can('member.write')
  return {
    requestInfo: { ...requested, shopId: shopId ?? null },
    ...scopeAnswer(ctx, scope),
    isProvisional: scope.dataDate === null || scope.dataDate < input.to || isCounting(scope.reach, input),
    ...(await admissionFigures(ctx.scoped, scope, requested, { why: mayKnowWhy })),
    coming: await readComing(ctx.scoped, scope, input),
    returning: await readReturning(ctx.scoped, scope, { named: mayKnowWhy }),
  }
}

export const admissionHandlers: { admission: Verb<typeof report.admission> } = { admission }

const percent = (rate: number | null) => (rate === null ? null : Math.round(rate * 1000) / 10)
const cells = ({ of, rate, low, high }: Share): Cell[] => [of, percent(rate), percent(low), percent(high)]

/** A line a group: its people, and the rate that belongs to it. */
export const admissionExports: Pick<CsvExports<typeof report>, 'admission'> = {
  admission: {
    filename: async (ctx, { shopId, from, to }) =>
      `入会・退会_${await shopInFilename(ctx, shopId)}_${from.replaceAll('-', '')}-${to.replaceAll('-', '')}`,
    columns: () => ['区分', '項目', '人数・件数', '率', '率の対象', '率（%）', '下限（%）', '上限（%）'],
    page: async (ctx, input) => {
      const answer = await admission(ctx, input)
      if (input.shopId) ctx.audit({ shopId: input.shopId })
      const { summary } = answer
      const early = (group: string, label: string, one: { admissions: number | null; early: Share }): Cell[] => [
        ...[group, label, one.admissions, '早期退会率'],
        ...cells(one.early),
      ]
      const joinedBy = joinedByWords[input.joinedBy ?? 'joined']
      return {
        rows: [
          early('合計', `入会（${joinedBy}）`, summary),
          ['合計', 'うち復会', summary.readmissions],
          ['合計', '退会', summary.withdrawals, '月次退会率', ...cells(summary.churnRate)],
          ['合計', '退会申請', summary.withdrawalRequests],
          ['合計', '休会開始', summary.suspensions],
          ...answer.leads.flatMap(({ kind, count, joined, open }): Cell[][] => {
            const name = leadKinds[kind]
            return [
              ['見学・体験', name, count],
              [
                ...['見学・体験', `${name}からの入会（${joinDays[kind]}日以内）`, joined.count, `${name}入会率`],
                ...cells(joined),
              ],
              ['見学・体験', `${name}のうち期限前（入会前で、${joinDays[kind]}日がたっていない）`, open],
            ]
          }),
          ...(answer.admissionsByLead ?? []).map((one) => ['入会前の見学・体験', ledBy[one.ledBy], one.count]),
          ['入会のあと', '3か月後も在籍', answer.stayed.count, '3か月継続率', ...cells(answer.stayed)],
          ...(answer.byRoute ?? []).map((one) =>
            early('入会経路', one.route === 'unknown' ? '不明' : joinRoutes[one.route], one),
          ),
          ...(answer.byCampaign ?? []).map((one) => early('キャンペーン', one.campaign ?? noCampaign, one)),
          ...(answer.byAgeGender ?? []).flatMap((one) =>
            (['male', 'female', 'none'] as const).map((gender) => [
              ...['年代・性別', `${ageBands[one.band]}・${genders[gender]}`, one[gender]],
            ]),
          ),
          ...(answer.withdrawalReasons ?? []).map(({ reason, count }) => [
            ...['退会理由', reason === 'unknown' ? '不明' : cancelReasons[reason], count],
          ]),
          ...(answer.withdrawalByTenure ?? []).map(({ months, count }) => [
            ...['退会時の在籍期間', months === null ? '不明' : `${months}か月`, count],
          ]),
          ...(answer.withdrawalByAbsence ?? []).map(({ absence, count }) => [
            ...['申請前の不来館日数', absences[absence], count],
          ]),
          ...(answer.trialsByStaff ?? []).map(({ name, trials, joined }) => [
            ...['体験の担当者', name ?? '不明', trials, '体験入会率'],
            ...cells(joined),
          ]),
          ...answer.series.flatMap(({ date, admissions, withdrawals }) => [
            ['推移・入会', slashed(date), admissions],
            ['推移・退会', slashed(date), withdrawals],
          ]),
          ...unknownRows(answer.reach, answer.period, admissionKinds),
        ],
        after: null,
      }
    },
  },
}
