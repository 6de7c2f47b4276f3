import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { phoneText } from '#contract/phone.ts'
import type { FirstDays, FirstDaysRow, SurvivalPoint } from '#contract/report-first-days.ts'
import { firstDaysGroups, firstDaysMonths } from '#contract/words/first-days.ts'
import { fewPeople } from '#contract/words/groups.ts'
import { MemberName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import type { Tone } from '~/components/charts/series'
import { PageTurns } from '~/components/page-turns'
import { CsvButton } from '~/components/report/csv-button'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { FailedState } from '~/components/states'
import { buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { exportFirstDaysMembers } from '~/functions/report'
import { formatDate } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent, formatRange, none, wholePercent } from '~/lib/format'
import type { ShopChoice } from '~/shop/selected-shop'
import { CellNote } from '../cell-note'
import { ChartPanel } from '../chart-panel'
import { FigureCards } from '../figure-cards'
import type { ScreenProps } from '../period'
import { type FirstDaysSearch, newcomersQuery, pageSize, requestedNewcomers } from './queries'

const followed =
  '30日目の終わりに会員だった方が、そこからNか月後の終わりにまだ会員である割合です（カプラン・マイヤー法）。その月をまだ過ごしていない方は、退会したとも続いたとも数えません。休会は在籍に含みます。2店舗に来館した日も1日です。'

export function FirstDaysCards({ stats: { people, leftBefore, joined, groups, newcomers } }: { stats: FirstDays }) {
  const least = groups?.[0]
  return (
    <FigureCards
      figures={[
        {
          label: '比べる会員',
          definition:
            'この月までの24か月に入会（復会を含みます）し、入会日を1日目として30日目の終わりに会員だった方。30日分の来館が分かる方だけです。入会日が不明と回答された日の入会は含みません。',
          text: formatCount(people),
          unit: '名',
          isOfFew: people !== null && people < fewPeople,
          lines: [
            { label: '入会日', text: joined ? `${formatDate(joined.from)}〜${formatDate(joined.to)}` : none },
            { label: '30日以内に退会（含みません）', text: `${formatCount(leftBefore)}名` },
          ],
        },
        {
          label: '30日間に来館なし',
          definition: '比べる会員のうち、最初の30日に一度も来館していない方。どの店舗への来館も数えます。',
          text: formatCount(least?.people),
          unit: '名',
          isOfFew: least?.isOfFew ?? false,
          lines: [{ label: '比べる会員のうち', text: formatPercent(least?.share) }],
        },
        {
          label: '来館の少ない新入会員',
          definition: `${belowMeaning}比べられるのは、1年間の入会が${fewPeople}名以上の店舗の会員です。今の月だけに表示します。`,
          text: formatCount(newcomers?.below),
          unit: '名',
          lines: [{ label: '入会10〜30日目の会員', text: newcomers ? `${formatCount(newcomers.count)}名` : none }],
        },
      ]}
    />
  )
}

/** Of fewer people a single one makes a step. */
const fewest = 10
const drawn = ({ survival }: FirstDaysRow) => survival.filter(({ people }) => people >= fewest)

/** Kaplan–Meier from day 30 on, a step a group; below it the groups with the range that chance leaves to each. */
export function SurvivalPanel({ stats: { people, compared }, groups }: { stats: FirstDays; groups: FirstDaysRow[] }) {
  const lines = groups.flatMap((one, at) => (one.isOfFew ? [] : [{ ...one, tone: (at + 1) as Tone, of: drawn(one) }]))
  const months = Array.from({ length: Math.max(0, ...lines.map(({ of }) => of.length)) }, (_, month) => month)
  return (
    <ChartPanel
      title="最初の30日の来館と、その後の継続"
      unit="%"
      definition={`${followed}下の段は95%の幅です。図に${fewPeople}名未満のグループと、対象が${fewest}名未満になる先は表示しません。`}
      chart={{
        label: '30日目からの月数ごとの在籍の割合。数値は「表で見る」で確認できます。',
        points: months.map((month) => ({
          key: String(month),
          label: `${month}か月`,
          values: Object.fromEntries(lines.map(({ key, of }) => [key, of[month]?.share ?? null])),
        })),
        series: lines.map(({ key, tone }) => ({ key, label: firstDaysGroups[key], as: 'step' as const, tone })),
        format: (value) => formatPercent(value),
        formatMark: wholePercent,
        max: 1,
        height: 300,
      }}
      table={
        <FigureTable
          caption="30日目からの月数ごとの在籍の割合"
          head="か月"
          rows={months}
          keyOf={(month) => month}
          nameOf={(month) => month}
          columns={lines.map(({ key, of }) => ({
            label: firstDaysGroups[key],
            value: (month: number) => formatPercent(of[month]?.share),
          }))}
        />
      }
      empty={months.length < 2 && `${fewPeople}名以上が1か月を過ごしたグループがまだありません。`}
    >
      <FigureTable
        caption="来館日数ごとの継続"
        className="mt-4 max-h-none"
        head="来館日数"
        rows={groups}
        keyOf={({ key }) => key}
        nameOf={({ key, isOfFew }) => (
          <>
            {firstDaysGroups[key]} {isOfFew && <Chip>参考値</Chip>}
          </>
        )}
        columns={[
          { label: '人数', value: (one) => formatCount(one.people), total: formatCount(people) },
          { label: '構成比', value: ({ share }) => formatPercent(share), total: formatPercent(people ? 1 : null) },
          ...firstDaysMonths.map((months) => ({
            label: `${months}か月後`,
            value: (one: FirstDaysRow) => <Share of={one.survival[months]} />,
          })),
        ]}
        total="合計"
      />
      {compared && !compared.isBeyondChance && (
        <p className="pt-2 text-xs text-muted-foreground">
          {`${firstDaysGroups[compared.fewest]}と${firstDaysGroups[compared.most]}の${compared.month}か月後の差は偶然の範囲です。`}
        </p>
      )}
      <p className="max-w-[72ch] pt-2 text-sm">
        来館が多いから続くとは限りません。続ける気持ちの強い方が多く来ている、という逆の理由もあり、原因とは限りません。
      </p>
    </ChartPanel>
  )
}

/** A share with its range; of fewer than 20 people for reference only. */
function Share({ of }: { of: SurvivalPoint | undefined }) {
  if (!of) return none
  return (
    <>
      {formatPercent(of.share)}
      <CellNote>
        {formatRange(of, formatPercent)}
        {of.people < fewPeople && '（参考値）'}
      </CellNote>
    </>
  )
}

const belowMeaning =
  'データのある日に会員で、入会日を1日目として10〜30日目の方のうち、これまでの来館日数がめやすより少ない方。めやすは、その店舗に直近1年に入会した会員の最初の30日の来館日数の中央値 × たった日数 ÷ 30です。'

interface NewcomersPanelProps extends ScreenProps<FirstDaysSearch> {
  shops: readonly ShopChoice[] | undefined
}

/** Newcomers below the usual visits, by shop, with the way to speak to them. */
export function NewcomersPanel({ search, onSearchChange, shops }: NewcomersPanelProps) {
  const can = useCan()
  const page = search.page ?? 1
  const request = requestedNewcomers(search, shops)
  const { data, error, refetch } = useQuery({ ...newcomersQuery(request), placeholderData: keepPreviousData })
  const turn = (to: number) => onSearchChange({ ...search, page: to === 1 ? undefined : to })
  if (error && !data) {
    return <FailedState title="会員を表示できませんでした" error={error} onRetry={() => void refetch()} />
  }
  return (
    <Panel
      title="来館の少ない新入会員"
      definition={belowMeaning}
      unit={data ? `${formatCount(data.paging.total)}名` : undefined}
      empty={data ? data.paging.total === 0 && 'めやすより来館の少ない新入会員はいません。' : '計算中...'}
      aside={
        <div className="flex flex-wrap gap-2 print:hidden">
          {can('member.write') && (
            <Link
              to="/hacomono/members/talk"
              search={{ shop: search.shop, newcomers: 'true' }}
              className={buttonVariants({ variant: 'outline' })}
            >
              今週話す会員
            </Link>
          )}
          <CsvButton of="来館の少ない新入会員" save={() => exportFirstDaysMembers({ data: request })} />
        </div>
      }
    >
      <FigureTable
        caption="来館の少ない新入会員"
        className="max-h-[560px]"
        head="氏名"
        rows={data?.list ?? []}
        keyOf={({ memberNo, joinedOn }) => `${memberNo} ${joinedOn}`}
        nameOf={(one) => <MemberName id={one.userId}>{`${one.lastName}　${one.firstName}`}</MemberName>}
        columns={[
          { label: '店舗', value: ({ shopName }) => shopName },
          { label: '入会日', value: ({ joinedOn }) => formatDate(joinedOn) },
          { label: '入会から（日目）', value: ({ day }) => day },
          { label: '来館（日）', value: ({ visits }) => visits },
          { label: 'めやす（日）', value: ({ usual }) => formatDecimal(usual) },
          { label: '電話番号', value: ({ tel }) => (tel ? phoneText(tel) : none) },
        ]}
      />
      <PageTurns of="来館の少ない新入会員" size={pageSize} total={data?.paging.total} page={page} onTurn={turn} />
    </Panel>
  )
}
