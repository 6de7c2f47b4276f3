import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Why, WhyPart } from '#contract/report-why.ts'
import { comparedWith } from '#contract/words/compared.ts'
import { fewPeople } from '#contract/words/groups.ts'
import {
  tenureBands,
  type WhyAgainst,
  type WhyDimension,
  type WhyFigure,
  type WhyMovement,
  whyAgainst,
  whyDimensions,
  whyFigures,
  whyOfMoney,
} from '#contract/words/why.ts'
import { changeText, valueText, whySentence } from '#contract/words/why-sentences.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useCan } from '~/auth/session'
import { ChoiceSwitch } from '~/components/choice-switch'
import { Sheet } from '~/components/sheet'
import { FailedState } from '~/components/states'
import { Chip } from '~/components/ui/chip'
import { Skeleton } from '~/components/ui/skeleton'
import { listShownEvents } from '~/functions/club-event'
import { getWhy } from '~/functions/report'
import { addDays, formatDate, isDay, lastDayOf, mondayOf, todayInTokyo } from '~/lib/dates'
import { formatCount, formatDifference, formatYen, none } from '~/lib/format'
import { allShops } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

const whyQuery = shopQuery('report.why', getWhy)

/**
 * In the URL as `withdrawals`, `withdrawals.lastYear`, `withdrawals.previous.plan`, and with days of its own
 * `visits.mean.week-2026-11-16` or `visits.mean.month-2026-10-01`, so that a mail can link to it.
 */
interface Requested {
  figure: WhyFigure
  against: WhyAgainst
  /** Omitted: what explains the most. */
  dimension?: WhyDimension | undefined
  /** A week, or month, other than the screen's: from its first day. */
  days?: { rhythm: 'week' | 'month'; from: string } | undefined
}

function requestedIn(text: unknown): Requested | null {
  const [figure, ...others] = typeof text === 'string' ? text.split('.') : []
  const known = valuesOf(whyFigures).find((one) => one === figure)
  if (!known) return null
  const days = others.map(daysIn).find((one) => one !== undefined)
  const against = valuesOf(whyAgainst).find((one) => others.includes(one)) ?? 'previous'
  return {
    figure: known,
    // The mean is of the weeks, or months, before days of its own.
    against: against === 'mean' && !days ? 'previous' : against,
    dimension: valuesOf(whyDimensions).find((one) => others.includes(one)),
    days,
  }
}

function daysIn(text: string): Requested['days'] {
  const [, rhythm, from = ''] = /^(week|month)-(\d{4}-\d{2}-\d{2})$/.exec(text) ?? []
  if ((rhythm !== 'week' && rhythm !== 'month') || !isDay(from)) return undefined
  return { rhythm, from: rhythm === 'month' ? `${from.slice(0, 7)}-01` : mondayOf(from) }
}

const inUrl = ({ figure, against, dimension, days }: Requested) =>
  [figure, (dimension || against !== 'previous') && against, dimension, days && `${days.rhythm}-${days.from}`]
    .filter(Boolean)
    .join('.')

const meanLabels = { week: '前の4週の平均比', month: '前の3か月の平均比' } as const

/** 「なぜ」 beside a figure, for who may read analyses. */
function WhyLink({ figure }: { figure: WhyFigure }) {
  const can = useCan()
  if (!can('report.analysis') || (whyOfMoney.includes(figure) && !can('report.money'))) return null
  return (
    <Link
      to="."
      search={((old: object) => ({ ...old, why: figure })) as never}
      resetScroll={false}
      preload={false}
      aria-label={`${whyFigures[figure]}がなぜ変わったか`}
      className="-mt-1 ml-auto inline-flex min-h-6 min-w-6 items-end rounded-xs px-1 text-xs/5 font-medium text-primary underline underline-offset-4 print:hidden"
    >
      なぜ
    </Link>
  )
}

interface WhySheetProps {
  /** Of the screen; omitted: all shops. */
  shopId: string | undefined
  /** Whole months: the first and the last, YYYY-MM. */
  first: string
  last: string
}

/** The sheet of the figure in the URL: what its change is made of. */
function WhySheet(props: WhySheetProps) {
  const { why }: { why?: unknown } = useSearch({ strict: false })
  const can = useCan()
  const requested = requestedIn(why)
  if (!requested || !can('report.analysis')) return null
  return <OpenWhy key={requested.figure} requested={requested} {...props} />
}

function OpenWhy({ requested, shopId, first, last }: WhySheetProps & { requested: Requested }) {
  const navigate = useNavigate()
  const show = (next: Requested | null) =>
    void navigate({
      to: '.',
      search: ((old: object) => ({ ...old, why: next ? inUrl(next) : undefined })) as never,
      replace: next !== null,
      resetScroll: false,
    })
  const { figure, against, days } = requested
  const period = {
    from: days?.from ?? `${first}-01`,
    to: days ? (days.rhythm === 'week' ? addDays(days.from, 6) : lastDayOf(days.from.slice(0, 7))) : lastDayOf(last),
  }
  const query = useQuery(whyQuery({ ...(shopId !== undefined && { shopId }), ...period, figure, against }))
  const { data } = query
  const names = comparedWith(period, data?.period?.to ?? addDays(todayInTokyo(), -1))
  return (
    <Sheet
      title={`${whyFigures[figure]}はなぜ変わったか`}
      aside={data && <Compared why={data} />}
      onClose={() => show(null)}
    >
      <ChoiceSwitch
        label="比べる期間"
        value={against}
        choices={[
          ...(days ? [{ value: 'mean' as const, label: meanLabels[days.rhythm] }] : []),
          { value: 'previous', label: `${names.previous}比` },
          { value: 'lastYear', label: `${names.lastYear}比` },
        ]}
        onChange={(next) => show({ ...requested, against: next })}
      />
      {data ? (
        <Explained
          why={data}
          requested={requested}
          place={days ? placeOf(days) : { first, last }}
          onDimension={(dimension) => show({ ...requested, dimension })}
        />
      ) : query.error ? (
        <FailedState title="要因を表示できませんでした" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" className="mt-4">
          <span className="sr-only">読み込み中...</span>
          {['a', 'b', 'c'].map((place) => (
            <Skeleton key={place} className="mb-3 h-14" />
          ))}
        </div>
      )}
    </Sheet>
  )
}

/** The months whose people are listed; null: of a week there is no list. */
const placeOf = ({ rhythm, from }: NonNullable<Requested['days']>) =>
  rhythm === 'week' ? null : { first: from.slice(0, 7), last: from.slice(0, 7) }

const daysText = ({ from, to }: { from: string; to: string }) => `${formatDate(from)}〜${formatDate(to)}`

const isMoney = (figure: WhyFigure) => whyOfMoney.includes(figure)

/** As on the figure's card: ¥8,351. Sentences have 8,351円. */
const figureText = (figure: WhyFigure, value: number) => (isMoney(figure) ? formatYen(value) : valueText(figure, value))
const figureChange = (figure: WhyFigure, change: number) =>
  isMoney(figure) ? formatDifference(change, 0, '¥') : changeText(figure, change)

function Compared({ why }: { why: Why }) {
  const { requestInfo, period, comparedWith, ahead, meanOf, before, after } = why
  const { figure, from, to } = requestInfo
  const isMonth = to !== addDays(from, 6)
  return (
    <div className="figures mt-1 text-sm text-muted-foreground">
      {after !== null && before !== null && (
        <p className="font-medium text-foreground">
          {figureText(figure, before)} → {figureText(figure, after)}（{figureChange(figure, after - before)}）
        </p>
      )}
      {period && comparedWith && ahead && (
        <p className="text-xs">
          届出を含みます。{daysText(ahead.period)}のうち{formatDate(period.to)}までに分かっている
          {figure === 'netGrowth' ? '入会と退会' : '退会'}を、{daysText(ahead.comparedWith)}のうち
          {formatDate(comparedWith.to)}までに分かっていたものと比べています。
        </p>
      )}
      {period && comparedWith && !ahead && (
        <p className="text-xs">
          {daysText(period)}を、{daysText(comparedWith)}
          {meanOf !== null && `の${meanOf}${isMonth ? 'か月' : '週'}の平均`}
          と比べています。
        </p>
      )}
      {period && period.to < to && <p className="text-xs">期間の途中です。数値はこれから変わります。</p>}
    </div>
  )
}

interface Place {
  first: string
  last: string
}

interface ExplainedProps {
  why: Why
  requested: Requested
  place: Place | null
  onDimension: (dimension: WhyDimension) => void
}

function Explained({ why, requested, place, onDimension }: ExplainedProps) {
  const { dimensions, before, after, reach, requestInfo } = why
  if (dimensions === null || before === null || after === null) {
    return (
      <p className="mt-4 text-sm text-muted-foreground">
        {reach.counting.length > 0
          ? `集計中の月（あと${reach.counting.length}か月）があります。数え終わると比べられます。`
          : '比べる期間の一部に、データがありません。'}
      </p>
    )
  }
  const shown =
    dimensions.find(({ dimension }) => dimension === requested.dimension) ??
    dimensions.find(({ dimension }) => dimension === why.opensWith)
  if (!shown) return <p className="mt-4 text-sm">分けて見られるグループがありません。</p>
  const sentences = shown.parts
    .map((part) => ({ part, text: whySentence(requestInfo.figure, shown.dimension, part) }))
    .filter(({ text }) => text !== null)
    .slice(0, 3)
  return (
    <div className="mt-4 space-y-5 text-sm">
      {dimensions.length > 1 && (
        <ChoiceSwitch
          label="分け方"
          value={shown.dimension}
          choices={dimensions.map(({ dimension }) => ({ value: dimension, label: whyDimensions[dimension] }))}
          onChange={onDimension}
        />
      )}
      <Verdict why={why} />
      {sentences.length === 0 ? (
        <p>{whyDimensions[shown.dimension]}で分けても、目立つ変化はありません。</p>
      ) : (
        <ol className="space-y-3">
          {sentences.map(({ part, text }) => (
            <li key={part.key} className="border-l-2 border-primary pl-3">
              <p>
                {text}
                {part.isChance && <span className="text-muted-foreground">偶然の範囲です。</span>}
                {isOfFew(requestInfo.figure, part) && (
                  <span className="ml-1.5">
                    <Chip>参考値</Chip>
                  </span>
                )}
              </p>
              {place && <RowsLink why={why} dimension={shown.dimension} part={part} place={place} />}
            </li>
          ))}
        </ol>
      )}
      <PartsTable why={why} dimension={shown.dimension} parts={shown.parts} />
      <Events why={why} />
      <p className="text-xs text-muted-foreground">
        構成は会員の人数や割合が変わった分、率は1名あたりの値が変わった分です。順番によらない分け方（シャープレイ値）で、合計は変化と一致します。偶然の変化も含むため、原因であるとは限りません。{' '}
        <Link to="/statistics/chance" className="text-primary underline underline-offset-4">
          偶然の見分け方
        </Link>
      </p>
    </div>
  )
}

/** A rate of fewer than 20 people, on either side. */
const isOfFew = (figure: WhyFigure, { before, after }: WhyPart) =>
  figure === 'churnRate' && Math.min(before.people, after.people) < fewPeople

/** Whether there is anything to explain. */
function Verdict({ why: { requestInfo, before, after, isChance } }: { why: Why }) {
  if (before === null || after === null) return null
  if (changeText(requestInfo.figure, after - before).startsWith('±')) return <p>変化はほとんどありません。</p>
  if (!isChance) return null
  return <p>全体の変化は偶然の範囲です。下の内訳から原因を決めないでください。</p>
}

const mostEvents = 5
const eventsQuery = shopQuery('clubEvent.shown', listShownEvents)

/** What happened meanwhile, which no arithmetic finds. */
function Events({ why: { requestInfo, period } }: { why: Why }) {
  const { shopId } = requestInfo
  const { data } = useQuery({
    ...eventsQuery({ ...(period ?? { from: '', to: '' }), ...(shopId !== null && { shopId }) }),
    enabled: period !== null,
  })
  if (!data || data.total === 0) return null
  return (
    <section aria-label="この期間の出来事">
      <h3 className="text-xs font-medium text-muted-foreground">この期間の出来事</h3>
      <ul className="mt-1 space-y-0.5">
        {data.list.slice(0, mostEvents).map(({ key, from, title }) => (
          <li key={key}>
            <span className="figures text-muted-foreground">{formatDate(from)}</span> {title}
          </li>
        ))}
        {data.total > mostEvents && <li className="text-muted-foreground">ほか{data.total - mostEvents}件</li>}
      </ul>
    </section>
  )
}

/** The figure whose rows a part was counted from; 来館 and 売上 have rows by shop only. */
const rowsOf = {
  closing: 'closingMembers',
  admissions: 'admissions',
  withdrawals: 'withdrawals',
  churnRate: 'withdrawals',
  netGrowth: 'netGrowth',
  visits: 'visitCount',
  sales: 'netSales',
  otherSales: 'netSales',
  fees: 'closingMembers',
} as const

interface RowsLinkProps {
  why: Why
  dimension: WhyDimension
  part: WhyPart
  place: Place
}

const linkClass = 'text-xs font-medium text-primary underline underline-offset-4'

/** The people of a part in the period, for who may read them. */
function RowsLink({ why, dimension, part, place }: RowsLinkProps) {
  const can = useCan()
  const { figure, shopId } = why.requestInfo
  const [year, month] = place.first.split('-').map(Number) as [number, number]
  const [lastYear, lastMonth] = place.last.split('-').map(Number) as [number, number]
  const span = (lastYear - year) * 12 + lastMonth - month + 1
  const period = { year, month, ...(span > 1 && { span }) }
  const hasRows = figure === 'netGrowth' ? !why.ahead : part.after.value !== 0
  // An age is a birthday to the year: only for who reads birthdays.
  if (!hasRows || (dimension === 'ageBand' && !can('member.write'))) return null
  if (dimension === 'category') return null
  if (dimension === 'movement') {
    // The people of the months add up to the change where it is from the close before them.
    const isFromOpening = why.period && why.comparedWith && addDays(why.comparedWith.to, 1) === why.period.from
    if (!isFromOpening || !can('member.read')) return null
    return (
      <Link
        to="/dashboard/members"
        search={{ figure: part.key as WhyMovement, shop: shopId ?? allShops, ...period }}
        className={linkClass}
      >
        {part.label}した会員を見る
      </Link>
    )
  }
  const isOfShop = dimension === 'shop'
  const shop = isOfShop ? part.key : (shopId ?? allShops)
  if (figure === 'sales' || figure === 'otherSales') {
    if (!isOfShop || span > 1 || !can('report.money')) return null
    return (
      <Link to="/dashboard/sales" search={{ figure: 'netSales', shop, year, month }} className={linkClass}>
        {part.label}の売上明細を見る
      </Link>
    )
  }
  if (!can('member.read') || (figure === 'visits' && !isOfShop)) return null
  return (
    <Link
      to="/dashboard/members"
      search={{
        figure: why.ahead ? 'knownWithdrawals' : rowsOf[figure],
        shop,
        ...period,
        ...(!isOfShop && { [dimension]: part.key }),
      }}
      className={linkClass}
    >
      {part.label}の会員を見る
    </Link>
  )
}

/** Groups, before and after, 構成, 率 and 合計; the last line is the change. */
function PartsTable({ why, dimension, parts }: { why: Why; dimension: WhyDimension; parts: readonly WhyPart[] }) {
  const { figure } = why.requestInfo
  const hasCauses = figure !== 'closing' && figure !== 'netGrowth'
  const shownValue = isMoney(figure) ? formatYen : formatCount
  const cellOf = ({ people, value }: WhyPart['before']) =>
    figure === 'churnRate'
      ? people === 0
        ? none
        : `${valueText(figure, value / people)}（${formatCount(value)}/${formatCount(people)}）`
      : shownValue(value)
  const isMovement = dimension === 'movement'
  const amount = (value: number) => figureChange(figure, value).replace(/[名回]|pt/, '')
  const sum = (of: 'mix' | 'rate' | 'total') => parts.reduce((total, part) => total + part[of], 0)
  const order =
    dimension === 'tenure' ? [...parts].sort((one, other) => tenureAtKey(one.key) - tenureAtKey(other.key)) : parts
  const cell = 'figures py-1.5 pl-2 text-right whitespace-nowrap'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="要因の表" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-xs">
        <caption className="sr-only">
          {whyFigures[figure]}の変化の、{whyDimensions[dimension]}ごとの要因
        </caption>
        <thead className="border-b text-muted-foreground">
          <tr>
            <th scope="col" className="py-1.5 text-left font-medium">
              {whyDimensions[dimension]}
            </th>
            {[...(isMovement ? [] : ['前', '今']), ...(hasCauses ? ['構成', '率'] : []), '合計'].map((title) => (
              <th key={title} scope="col" className={`${cell} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map((part) => (
            <tr key={part.key} className="border-b">
              <th scope="row" className="min-w-24 py-1.5 text-left font-normal">
                {part.label}
              </th>
              {!isMovement && (
                <>
                  <td className={cell}>{cellOf(part.before)}</td>
                  <td className={cell}>{cellOf(part.after)}</td>
                </>
              )}
              {hasCauses && (
                <>
                  <td className={cell}>{amount(part.mix)}</td>
                  <td className={cell}>{amount(part.rate)}</td>
                </>
              )}
              <td className={`${cell} font-medium`}>{amount(part.total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-1.5 text-left">
              合計
            </th>
            {!isMovement && (
              <>
                <td className={cell}>
                  {figure === 'churnRate' ? valueText(figure, why.before) : shownValue(why.before)}
                </td>
                <td className={cell}>
                  {figure === 'churnRate' ? valueText(figure, why.after) : shownValue(why.after)}
                </td>
              </>
            )}
            {hasCauses && (
              <>
                <td className={cell}>{amount(sum('mix'))}</td>
                <td className={cell}>{amount(sum('rate'))}</td>
              </>
            )}
            <td className={cell}>{amount(sum('total'))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** Short memberships first, unknown ones and nobody's last. */
const tenureAtKey = (key: string) =>
  Object.hasOwn(tenureBands, key) ? Object.keys(tenureBands).indexOf(key) : Infinity

/** Loaded after the figures that they explain. */
export const why = { WhyLink, WhySheet }
