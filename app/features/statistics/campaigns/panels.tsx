import type { Campaign, Campaigns } from '#contract/campaigns.ts'
import { joinRoutes } from '#contract/words/member.ts'
import { campaignEffects } from '#contract/words/shop-cost.ts'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { formatMonth } from '~/lib/dates'
import { formatCount, formatDecimal, formatPercent, formatRange, formatYen, none } from '~/lib/format'
import { cn } from '~/lib/utils'
import { CellNote } from '../cell-note'
import { ChartPanel } from '../chart-panel'
import { monthRows, pointNames } from '../period'
import { fewPeople } from '../shops/rates'

interface PanelProps {
  stats: Campaigns
}

/** 12.3か月, or why there is none. */
export const paybackText = ({ payback, isUnrecovered }: Pick<Campaigns, 'payback' | 'isUnrecovered'>) => {
  if (isUnrecovered) return '回収できません'
  return payback === null ? none : `${formatDecimal(payback)}か月`
}

export const wholeYen = (yen: number | null) => formatYen(yen === null ? null : Math.round(yen))

const people = (count: number | null) => (count === null ? none : `${formatCount(count)}名`)

/** 入会 of each month beside the same month a year before. */
export const AdmissionsChart = ({ stats: { months, requestInfo } }: PanelProps) => (
  <ChartPanel
    title="入会と前年同月"
    unit="名"
    definition="その月の入会（復会を含む）と、前の年の同じ月の入会。どちらの月もデータがそろっている店舗だけを足しています。"
    axis={{ unit: 'month', shopId: requestInfo.shopId }}
    empty={months.every(({ admissions }) => admissions === null) && '前の年と比べられる月がありません。'}
    chart={{
      label: '12か月の入会と前年同月の入会',
      points: months.map(({ month, admissions, before }) => ({
        key: month,
        ...pointNames(month, 'month'),
        values: { admissions, before },
      })),
      series: [
        { key: 'admissions', label: '入会', as: 'bar', tone: 1 },
        { key: 'before', label: '前年同月', as: 'line', tone: 7 },
      ],
      format: formatCount,
    }}
    table={
      <FigureTable
        caption="12か月の入会と前年同月の入会"
        head="月"
        rows={months}
        {...monthRows}
        columns={[
          { label: '入会', value: ({ admissions }) => people(admissions) },
          { label: '前年同月', value: ({ before }) => people(before) },
        ]}
      />
    }
  />
)

const monthsOf = ({ from, to }: Campaign) =>
  from === to ? formatMonth(from) : `${formatMonth(from)}〜${formatMonth(to)}`

/** All who joined in its months, beside the year before and what chance allows. */
function Joined({ admissions, before, usual }: Campaign) {
  if (admissions === null) return none
  return (
    <>
      {people(admissions)}
      <CellNote>前年同月 {people(before)}</CellNote>
      <CellNote>偶然の範囲 {formatRange(usual, (one) => people(Math.round(one)))}</CellNote>
    </>
  )
}

/** 獲得コスト, with how few people it is of. */
const Acquisition = ({ acquisition, paidJoined }: Pick<Campaign, 'acquisition' | 'paidJoined'>) => (
  <>
    {wholeYen(acquisition)}
    {acquisition !== null && paidJoined < fewPeople && <CellNote>参考値</CellNote>}
  </>
)

/** Those who left early, beside the others of the same months. */
function Early({ early, others, isEarlyBeyondChance }: Campaign) {
  if (early.rate === null) return none
  return (
    <>
      {formatPercent(early.rate)}
      <CellNote>
        ほか {formatPercent(others.rate)}
        {isEarlyBeyondChance ? '（偶然を超える差）' : ''}
        {[early.of, others.of].some((of) => (of ?? 0) < fewPeople) && '（参考値）'}
      </CellNote>
    </>
  )
}

/** A row a campaign. */
export const CampaignTable = ({ stats: { campaigns } }: PanelProps) => (
  <Panel
    title="キャンペーンごとの採算"
    className="print-landscape min-w-0"
    definition="期間は、広告費の内訳に名前のある月（なければ、利用した入会のある月）の最初から最後までです。その間の店舗のすべての入会を、前の年の同じ月と比べます。偶然の範囲は、前の年の入会に、ほかの月の前年からの伸びを掛けたものを中心に、ほかの月のばらつきから求めます（全キャンペーンを合わせて95%）。範囲の中にあるときは、キャンペーンがなくても同じだけ入会したかもしれません。早期退会は、入会から3か月以内の退会です。獲得コストは、内訳を入力した店舗の費用 ÷ その店舗で期間にこのキャンペーンを使った入会です。20名未満は参考値です。"
    empty={campaigns.length === 0 && '入会にキャンペーンの記録がなく、内訳に名前のある広告費もありません。'}
  >
    <FigureTable
      caption="キャンペーンごとの採算"
      className="max-h-[560px]"
      isDense
      head="キャンペーン"
      rows={campaigns}
      keyOf={({ campaign }) => campaign}
      nameOf={(one) => (
        <>
          {one.campaign}
          <CellNote>{monthsOf(one)}</CellNote>
        </>
      )}
      columns={[
        { label: '利用した入会', value: ({ joined }) => people(joined) },
        { label: '期間の入会', value: Joined },
        {
          label: '判定',
          value: ({ effect }) => (
            <span
              className={cn(
                'ml-auto block max-w-44 min-w-36 whitespace-normal',
                effect === 'more' || effect === 'less' ? 'font-semibold' : 'text-muted-foreground',
              )}
            >
              {campaignEffects[effect]}
            </span>
          ),
        },
        { label: '早期退会率', value: Early },
        { label: '費用', value: ({ cost }) => formatYen(cost) },
        { label: '獲得コスト', value: Acquisition },
        { label: '回収月数', value: paybackText },
      ]}
    />
  </Panel>
)

/** 獲得コスト by 入会経路. */
export const RouteTable = ({ stats: { routes } }: PanelProps) => (
  <Panel
    title="入会経路ごとの獲得コスト"
    definition="広告費の内訳に入会経路を付けて入力した金額 ÷ 入力した店舗と月の、その経路の入会。内訳のない経路は、獲得コストを表示しません。20名未満は参考値です。"
    empty={routes.length === 0 && '入会がありません。'}
  >
    <FigureTable
      caption="入会経路ごとの獲得コスト"
      head="入会経路"
      rows={routes}
      keyOf={({ route }) => route}
      nameOf={({ route }) => (route === 'unknown' ? '不明' : joinRoutes[route])}
      columns={[
        { label: '入会', value: ({ joined }) => people(joined) },
        { label: '費用', value: ({ cost }) => formatYen(cost) },
        { label: '獲得コスト', value: Acquisition },
      ]}
    />
  </Panel>
)
