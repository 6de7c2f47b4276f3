import type { dailyLog } from '#contract/daily-log.ts'
import type { Input } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors.ts'
import {
  flows,
  type HealthcareKey,
  healthcareTypes,
  type LogKind,
  logKinds,
  measuringParts,
  painParts,
  phases,
  placeCategories,
  symptoms,
} from '#contract/words/daily-log.ts'
import { moods } from '#contract/words/mood.ts'
import type { Words } from '#contract/words/words.ts'
import type { Ctx } from '../../context.ts'
import { noteViewed } from '../../daily-logs/viewed.ts'
import { type Cell, type CsvExport, type CsvExports, slashed } from '../../wire/csv.ts'
import { type Means, readDays, requestedDays } from './days.ts'
import { listDays } from './repository.ts'
import type { Logs } from './values.ts'

type DaysInput = Input<(typeof dailyLog)['condition']>

/** A member's days as a file: those revealed to the caller, for the reason of the reveal. */
export const dailyLogExports = (means: Means): CsvExports<typeof dailyLog> => {
  const fileOf = <K extends LogKind>(kind: K): CsvExport<(typeof dailyLog)[K]> => ({
    filename: (_, { userId }) => {
      requireMember(userId)
      return `日次ログ_${logKinds[kind]}`
    },
    columns: () => ['会員番号', '日付', ...columns[kind].map(([title]) => title)],
    page: async (ctx: Ctx, input: DaysInput) => {
      requireMember(input.userId)
      const requested = await requestedDays(ctx, kind, input)
      const [reveal] = requested.reveals
      if (!reveal || reveal.from > requested.about.from || reveal.to < requested.about.to) {
        throw new ApiError('invalid', {
          fields: { userId: 'CSV出力の前に、理由を選んでこの期間の値を表示してください。' },
        })
      }
      const { rows } = await listDays(ctx.scoped, requested.about, { direction: 'asc', offset: 0, limit: 500 })
      const read = readDays(means, kind, requested, rows)
      const members = rows.some(({ id }) => read.get(id)) ? [reveal.memberId] : []
      ctx.audit({ reason: reveal.reason, rowCount: rows.length, filter: { members } })
      return {
        rows: rows.map((row) => {
          const log = read.get(row.id)
          const cells = log ? columns[kind].map(([, cell]) => cell(log)) : damagedCells(columns[kind].length)
          return [row.memberNo, slashed(row.date), ...cells]
        }),
        after: null,
      }
    },
    // Exports count towards the notification about many members too.
    prepare: async () => {
      await means.jobs.ready()
      return (ctx, { filter }) => noteViewed(ctx, means.jobs, (filter?.members ?? []) as number[])
    },
  })
  return {
    condition: fileOf('condition'),
    healthcare: fileOf('healthcare'),
    location: fileOf('location'),
    bodyTemp: fileOf('bodyTemp'),
    menstrual: fileOf('menstrual'),
  }
}

function requireMember(userId: string | undefined) {
  if (userId === undefined) throw new ApiError('invalid', { fields: { userId: '会員を選択してください。' } })
}

const damagedCells = (count: number): Cell[] => ['読み取れません', ...Array<null>(count - 1).fill(null)]

const listed = (words: Words, values: readonly string[] | null) => values?.map((one) => words[one]).join('、') || null
const yes = (flag: boolean | null) => (flag ? 'はい' : null)
const minuteOf = (at: string | null) => at?.slice(0, 16).replaceAll('-', '/').replace('T', ' ') ?? null

type Columns<K extends LogKind> = readonly (readonly [title: string, cell: (log: Logs[K]) => Cell])[]

const columns: { [K in LogKind]: Columns<K> } = {
  condition: [
    ['気分', ({ mood }) => moods[mood]],
    ['疲労（0〜4）', ({ fatigue }) => fatigue],
    ['睡眠の質（1〜5）', ({ sleepQuality }) => sleepQuality],
    ['ストレス（0〜4）', ({ stress }) => stress],
    ['痛み・違和感', (log) => listed(painParts, log.painParts)],
    ['ひとこと', ({ comment }) => comment],
  ],
  healthcare: (Object.keys(healthcareTypes) as HealthcareKey[]).map((key) => [
    `${healthcareTypes[key].label}（${healthcareTypes[key].unit}）`,
    ({ measurements }) => {
      const found = measurements.find((one) => one.key === key)
      if (!found) return null
      return found.value ?? `${found.systolic}/${found.diastolic}`
    },
  ]),
  location: [
    ['移動距離（km）', ({ totalDistance }) => totalDistance],
    ['在宅（分）', ({ homeStayMin }) => homeStayMin],
    ['外出（分）', ({ outMin }) => outMin],
    ['ジム滞在（分）', ({ gymStayMin }) => gymStayMin],
    ['来館', ({ shopVisited }) => yes(shopVisited)],
    ['訪問先数', ({ visitedPlaceCount }) => visitedPlaceCount],
    ['主な訪問先', ({ topPlaces }) => topPlaces.map(({ category }) => placeCategories[category]).join('、') || null],
    ['最初の外出', ({ firstOutAt }) => minuteOf(firstOutAt)],
    ['最後の帰宅', ({ lastHomeAt }) => minuteOf(lastHomeAt)],
  ],
  bodyTemp: [
    ['体温（℃）', ({ temperature }) => temperature],
    ['基礎体温（℃）', ({ basalTemperature }) => basalTemperature],
    ['測定時刻', ({ measuredAt }) => minuteOf(measuredAt)],
    ['測定部位', ({ location }) => measuringParts[location]],
    ['発熱', ({ isFever }) => yes(isFever)],
  ],
  menstrual: [
    ['周期', ({ phase }) => phases[phase]],
    ['周期日', ({ cycleDay }) => cycleDay],
    ['予測', ({ isPredicted }) => yes(isPredicted)],
    ['月経中', ({ isPeriod }) => yes(isPeriod)],
    ['経血量', ({ flow }) => flow && flows[flow]],
    ['痛み（0〜4）', ({ pain }) => pain],
    ['症状', (log) => listed(symptoms, log.symptoms)],
    ['メモ', ({ memo }) => memo],
  ],
}
