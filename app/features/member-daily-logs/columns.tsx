import { useState } from 'react'
import {
  flows,
  type HealthcareKey,
  healthcareType,
  healthcareTypes,
  type LogKind,
  logSources,
  measuringParts,
  painParts,
  phases,
  placeCategories,
  symptoms,
} from '#contract/words/daily-log.ts'
import { moods } from '#contract/words/mood.ts'
import type { Words } from '#contract/words/words.ts'
import { PlacePhoto } from '~/components/place-photo'
import { TwoLines } from '~/components/resource-table/rows'
import type { ListColumn } from '~/components/resource-table/types'
import { Chip } from '~/components/ui/chip'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount, formatDecimal, formatTwoDecimals, none } from '~/lib/format'
import { kanaOf, nameOf } from './labels'
import type { Day } from './queries'

type LogOf<K extends LogKind> = NonNullable<Day<K>['log']>

/** Placeholder of a value that needs a stated purpose to be revealed. */
const Masked = () => (
  <>
    <span aria-hidden className="tracking-widest text-muted-foreground">
      ●●●
    </span>
    <span className="sr-only">表示していません</span>
  </>
)

/** A day that no key can decrypt; the API's log has the details. */
const Damaged = () => <span className="text-muted-foreground">読み取れません</span>

/** A column for one value of the log. */
const valueColumn = <K extends LogKind>(
  cell: (log: LogOf<K>) => React.ReactNode,
  column: Omit<ListColumn<Day<K>>, 'cell'>,
): ListColumn<Day<K>> => ({
  card: 'labelled',
  ...column,
  cell: ({ log, isDamaged }) => (log === null ? isDamaged ? <Damaged /> : <Masked /> : (cell(log as LogOf<K>) ?? none)),
})

const figure = { width: 92, align: 'right' } as const
const listed = (words: Words, values: readonly string[] | null) => values?.map((one) => words[one]).join('、') || none
const timeOf = (at: string | null) => at && formatDateTime(at).slice(-5)
const step = (value: number | null) => (value === null ? none : String(value))

/** 「1時間20分」. */
const lengthText = (minutes: number) => {
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes}分` : `${hours}時間${minutes % 60 ? `${minutes % 60}分` : ''}`
}

/** Formats a metric's value, without its unit. */
function metricText(log: LogOf<'healthcare'>, key: HealthcareKey): string {
  const found = log.measurements.find((one) => one.key === key)
  if (!found) return none
  if (found.value === null) return `${found.systolic} / ${found.diastolic}`
  const { precision } = healthcareType(key)
  return formatDecimal(found.value, precision)
}

/** Primary metrics; the others are shown if there is room or when chosen. */
const firstMetrics: readonly HealthcareKey[] = [
  'fitness.dailyStepCount',
  'sleep.dailySleepHour',
  'vital.dailyHeartRate',
  'vital.dailyBloodPressure',
  'body.dailyBodyFatPercentage',
  'activity.dailyActiveEnergyBurned',
]
const otherMetrics = (Object.keys(healthcareTypes) as HealthcareKey[]).filter((key) => !firstMetrics.includes(key))

const metricColumn = (key: HealthcareKey): ListColumn<Day<'healthcare'>> => {
  const { label, unit } = healthcareType(key)
  const isFirst = firstMetrics.includes(key)
  return valueColumn<'healthcare'>((log) => metricText(log, key), {
    id: key,
    label: `${label}（${unit}）`,
    width: Math.max(96, 32 + (label.length + 2) * 14 + unit.length * 8),
    align: 'right',
    ...(!isFirst && { priority: 3 }),
  })
}

/** Place photos, never coordinates. */
function Places({ places }: { places: LogOf<'location'>['topPlaces'] }) {
  if (places.length === 0) return none
  return (
    <span className="flex items-center gap-3">
      {places.map(({ category, name, stayMin, photoReference }) => (
        <span key={`${category} ${name} ${stayMin}`} className="flex min-w-0 items-center gap-1.5">
          <PlacePhoto reference={photoReference} className="size-7 rounded-sm object-cover" />
          <span className="truncate">
            {name ?? placeCategories[category]} {lengthText(stayMin)}
          </span>
        </span>
      ))}
    </span>
  )
}

/** A member's notes on a cycle, hidden until opened. */
function Memo({ text }: { text: string | null }) {
  const [isOpen, setIsOpen] = useState(false)
  if (text === null) return none
  if (isOpen) return <span title={text}>{text}</span>
  return (
    <button
      type="button"
      onClick={() => setIsOpen(true)}
      className="min-h-6 text-primary underline-offset-4 hover:underline print:hidden"
    >
      メモを読む
    </button>
  )
}

const columns: { [K in LogKind]: readonly ListColumn<Day<K>>[] } = {
  condition: [
    valueColumn<'condition'>(({ mood }) => moods[mood], { id: 'mood', label: '気分', width: 84, card: 'beside' }),
    valueColumn<'condition'>(({ fatigue }) => step(fatigue), {
      ...figure,
      id: 'fatigue',
      label: '疲労（0〜4）',
      width: 104,
    }),
    valueColumn<'condition'>(({ sleepQuality }) => step(sleepQuality), {
      ...figure,
      id: 'sleepQuality',
      label: '睡眠の質（1〜5）',
      width: 128,
    }),
    valueColumn<'condition'>(({ stress }) => step(stress), {
      ...figure,
      id: 'stress',
      label: 'ストレス（0〜4）',
      width: 128,
    }),
    valueColumn<'condition'>((log) => listed(painParts, log.painParts), {
      id: 'painParts',
      label: '痛み・違和感',
      width: 120,
    }),
    valueColumn<'condition'>(({ comment }) => comment && <span title={comment}>{comment}</span>, {
      id: 'comment',
      label: 'ひとこと',
      width: 200,
      priority: 2,
    }),
  ],
  healthcare: [...firstMetrics, ...otherMetrics].map(metricColumn),
  location: [
    valueColumn<'location'>((log) => formatTwoDecimals(log.totalDistance), {
      ...{ id: 'totalDistance', label: '移動距離（km）', width: 132, align: 'right' },
    }),
    valueColumn<'location'>((log) => lengthText(log.outMin), { ...figure, id: 'outMin', label: '外出', width: 116 }),
    valueColumn<'location'>((log) => lengthText(log.homeStayMin), {
      ...{ ...figure, id: 'homeStayMin', label: '在宅', width: 116 },
    }),
    valueColumn<'location'>((log) => lengthText(log.gymStayMin), {
      ...{ ...figure, id: 'gymStayMin', label: 'ジム滞在', width: 116 },
    }),
    valueColumn<'location'>((log) => (log.shopVisited ? 'あり' : none), {
      id: 'shopVisited',
      label: '来館',
      width: 72,
    }),
    valueColumn<'location'>((log) => formatCount(log.visitedPlaceCount), {
      ...{ ...figure, id: 'visitedPlaceCount', label: '訪問先数', priority: 2 },
    }),
    valueColumn<'location'>((log) => <Places places={log.topPlaces} />, {
      ...{ id: 'topPlaces', label: '主な訪問先', width: 320, priority: 2 },
    }),
    valueColumn<'location'>((log) => timeOf(log.firstOutAt), {
      ...{ id: 'firstOutAt', label: '最初の外出', width: 104, priority: 2 },
    }),
    valueColumn<'location'>((log) => timeOf(log.lastHomeAt), {
      ...{ id: 'lastHomeAt', label: '最後の帰宅', width: 104, priority: 2 },
    }),
  ],
  bodyTemp: [
    valueColumn<'bodyTemp'>((log) => formatDecimal(log.temperature), {
      ...{ id: 'temperature', label: '体温（℃）', width: 104, align: 'right' },
    }),
    valueColumn<'bodyTemp'>((log) => (log.isFever ? <Chip tone="warning">発熱</Chip> : none), {
      ...{ id: 'isFever', label: '発熱', width: 84, card: 'beside' },
    }),
    valueColumn<'bodyTemp'>((log) => formatTwoDecimals(log.basalTemperature), {
      ...{ id: 'basalTemperature', label: '基礎体温（℃）', width: 132, align: 'right' },
    }),
    valueColumn<'bodyTemp'>((log) => timeOf(log.measuredAt), { id: 'measuredAt', label: '測定時刻', width: 96 }),
    valueColumn<'bodyTemp'>((log) => measuringParts[log.location], { id: 'location', label: '測定部位', width: 96 }),
  ],
  menstrual: [
    valueColumn<'menstrual'>((log) => phases[log.phase], { id: 'phase', label: '周期', width: 96, card: 'beside' }),
    valueColumn<'menstrual'>((log) => (log.isPredicted ? '予測' : none), {
      id: 'isPredicted',
      label: '予測',
      width: 76,
    }),
    valueColumn<'menstrual'>((log) => log.cycleDay && `${log.cycleDay}日目`, {
      ...{ ...figure, id: 'cycleDay', label: '周期日' },
    }),
    valueColumn<'menstrual'>((log) => (log.isPeriod ? '月経中' : none), { id: 'isPeriod', label: '月経中', width: 84 }),
    valueColumn<'menstrual'>((log) => log.flow && flows[log.flow], { id: 'flow', label: '経血量', width: 84 }),
    valueColumn<'menstrual'>((log) => step(log.pain), { ...figure, id: 'pain', label: '痛み（0〜4）', width: 104 }),
    valueColumn<'menstrual'>((log) => listed(symptoms, log.symptoms), { id: 'symptoms', label: '症状', width: 170 }),
    valueColumn<'menstrual'>((log) => <Memo text={log.memo} />, { id: 'memo', label: 'メモ', width: 180, priority: 2 }),
    valueColumn<'menstrual'>((log) => (log.sharedWithTrainer ? 'あり' : 'なし'), {
      ...{ id: 'sharedWithTrainer', label: 'トレーナーへの共有', width: 150, priority: 2 },
    }),
  ],
}

/** The only cycle columns for trainers. */
const phaseColumns = columns.menstrual.filter(({ id }) => id === 'phase' || id === 'isPredicted')

const dateColumn: ListColumn<Day> = {
  id: 'date',
  label: '日付',
  width: 128,
  card: 'text',
  sortKey: 'date',
  sortFirst: 'desc',
  cell: ({ date }) => <span className="figures">{formatDate(date)}</span>,
}

/** Names are not printed. */
const memberColumn: ListColumn<Day> = {
  id: 'member',
  label: '会員',
  width: 190,
  acts: true,
  cell: ({ member }) => (
    <span className="print:hidden">
      <TwoLines main={nameOf(member)} sub={[kanaOf(member), member.memberNo].filter(Boolean).join('・')} />
    </span>
  ),
}

const moreColumns: ListColumn<Day>[] = [
  { id: 'source', label: '取得元', width: 150, priority: 3, cell: ({ source }) => logSources[source] },
  { id: 'shop', label: '店舗', width: 110, priority: 3, cell: ({ shop }) => shop.name },
  {
    id: 'recordedAt',
    label: '記録日時',
    width: 178,
    priority: 3,
    cell: ({ recordedAt }) => formatDateTime(recordedAt),
  },
]

interface Shown {
  /** Without the member's columns, since the member is shown above. */
  isOfMember: boolean
  isPhaseOnly: boolean
  /** Row actions. */
  act: ListColumn<Day> | undefined
}

/** The columns of a log. */
export function columnsOf(kind: LogKind, { isOfMember, isPhaseOnly, act }: Shown): ListColumn<Day>[] {
  const values = (isPhaseOnly ? phaseColumns : columns[kind]) as readonly ListColumn<Day>[]
  return [...(isOfMember ? [] : [memberColumn]), dateColumn, ...(act ? [act] : []), ...values, ...moreColumns]
}
