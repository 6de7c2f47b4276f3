import {
  type ReconciledFigure,
  type ReconciledReport,
  reconciledFigureNames,
  reconciledFigures,
  reconciledFileBytes,
  reconciledReports,
} from '#contract/words/reconciliation.ts'
import { findColumns } from '../../import/find-columns.ts'
import { FileRefused } from '../../import/refusal.ts'
import { readTable, type Table } from '../../import/table.ts'
import type { FileLesson } from './lessons.ts'

/** Of one month in a file; a figure that the file leaves out or empty is absent. */
export interface MonthFigures {
  report: ReconciledReport
  /** Its first day. */
  month: string
  figures: Partial<Record<ReconciledFigure, number>>
  /** Of RS002 alone. */
  lessons: FileLesson[]
}

type MonthColumn = 'month' | ReconciledFigure

const monthHeadings = ['対象年月', '対象月', '年月'] as const
/** Other headings of a figure than its label. */
const aliases: Partial<Record<ReconciledFigure, readonly string[]>> = {
  registered: ['店舗在籍会員'],
  underContractOnFirst: ['プラン契約者数 (1日)'],
  grossSales: ['総売上 合計'],
  netSales: ['売上 合計'],
  planSalesCount: ['プラン売上 件数'],
  planSales: ['プラン売上 合計'],
  planSalesPerMember: ['プラン売上 会員単価'],
}

const figuresOf = (report: ReconciledReport) =>
  reconciledFigureNames.filter((figure) => reconciledFigures[figure].report === report)

function layoutOf(report: 'MA002' | 'PA002') {
  const headings = figuresOf(report).map((figure) => [
    figure,
    [reconciledFigures[figure].label, ...(aliases[figure] ?? [])],
  ])
  return {
    headings: Object.fromEntries([['month', monthHeadings], ...headings]) as Record<MonthColumn, readonly string[]>,
    elsewhere: [],
  }
}

const lessonLayout = {
  headings: {
    room: ['ルーム名', 'ルーム'],
    day: ['レッスン日', '受講日'],
    time: ['開始時刻', '開始時間'],
    spaces: ['スペース数'],
    bookings: ['総予約数', '予約数'],
  },
  elsewhere: ['稼働率'],
} as const satisfies { headings: Record<string, readonly string[]>; elsewhere: readonly string[] }

/**
 * The figures of a file by months: CSV, TSV or a workbook, in any order of columns; what it is follows from its headings.
 * Throws `FileRefused` with a sentence; `today` (YYYY-MM-DD) is the last month that it may have.
 */
export async function readFigures(bytes: Uint8Array, today: string): Promise<MonthFigures[]> {
  if (bytes.length === 0) throw new FileRefused('ファイルが空です。')
  if (bytes.length > reconciledFileBytes)
    throw new FileRefused('ファイルが大きすぎます。700KBまでに、期間を分けて出力してください。')
  const table = await readTable(bytes)
  const lessons = findColumns(table.headings, lessonLayout).at
  if (lessons.room !== undefined && lessons.spaces !== undefined) return readLessons(table, lessons, today)
  const found = (['MA002', 'PA002'] as const)
    .map((report) => ({ report, at: findColumns(table.headings, layoutOf(report)).at }))
    .sort((one, other) => Object.keys(other.at).length - Object.keys(one.at).length)
  const [best] = found
  const columns = Object.keys(best?.at ?? {}).filter((column) => column !== 'month')
  if (!best || columns.length === 0) throw new FileRefused(unknownFile(table.headings))
  if (best.at.month === undefined)
    throw new FileRefused(`見出し「対象年月」がありません。${best.report}を月別に出力したファイルを選んでください。`)
  return readMonths(table, best.report, best.at, today)
}

const unknownFile = (headings: readonly string[]) =>
  `${Object.keys(reconciledReports).join('・')}のどのファイルでもありません。見出し: ${headings.slice(0, 5).join('、').slice(0, 120)}${headings.length > 5 ? ' ほか' : ''}`

function readMonths(
  { rows }: Table,
  report: 'MA002' | 'PA002',
  at: Partial<Record<MonthColumn, number>>,
  today: string,
): MonthFigures[] {
  const months = new Map<string, MonthFigures>()
  for (const { number, cells } of rows) {
    const cell = (column: MonthColumn) => cells[at[column] ?? -1] ?? ''
    // A sum below the months.
    if (/^(合計|計|総計)$/.test(cell('month'))) continue
    const month = monthOf(cell('month'))
    if (month === null)
      throw new FileRefused(`${number}行目の対象年月「${short(cell('month'))}」を読めません（例: 202610）。`)
    if (month > today) throw new FileRefused(`${number}行目の対象年月が未来の月です。`)
    if (months.has(month)) throw new FileRefused(`${number}行目の対象年月が、前の行と同じ月です。`)
    const figures: MonthFigures['figures'] = {}
    for (const figure of figuresOf(report)) {
      if (at[figure] === undefined || cell(figure) === '' || cell(figure) === '-') continue
      const value = numberOf(cell(figure), reconciledFigures[figure].unit === '%')
      if (value === null)
        throw new FileRefused(
          `${number}行目の「${reconciledFigures[figure].label}」の「${short(cell(figure))}」を数値として読めません。`,
        )
      figures[figure] = value
    }
    months.set(month, { report, month, figures, lessons: [] })
  }
  return [...months.values()]
}

function readLessons(
  { rows }: Table,
  at: Partial<Record<keyof (typeof lessonLayout)['headings'], number>>,
  today: string,
): MonthFigures[] {
  const missing = (['day', 'time', 'bookings'] as const).find((column) => at[column] === undefined)
  if (missing) throw new FileRefused(`見出し「${lessonLayout.headings[missing][0]}」がありません。`)
  const months = new Map<string, MonthFigures>()
  for (const { number, cells } of rows) {
    const cell = (column: keyof typeof at) => cells[at[column] ?? -1] ?? ''
    const startAt = startOf(cell('day'), cell('time'))
    if (startAt === null)
      throw new FileRefused(
        `${number}行目のレッスン日・開始時刻「${short(`${cell('day')} ${cell('time')}`)}」を読めません。`,
      )
    const [spaces, bookings] = [numberOf(cell('spaces'), false), numberOf(cell('bookings'), false)]
    if (spaces === null || bookings === null)
      throw new FileRefused(`${number}行目のスペース数か総予約数を数値として読めません。`)
    const month = `${startAt.slice(0, 7)}-01`
    if (month > today) continue
    const known = months.get(month) ?? { report: 'RS002' as const, month, figures: {}, lessons: [] }
    known.lessons.push({ room: cell('room').slice(0, 200), startAt, spaces, bookings })
    months.set(month, known)
  }
  if (months.size === 0) throw new FileRefused('今月までのレッスンがありません。')
  return [...months.values()].map((one) => ({ ...one, figures: lessonTotals(one.lessons) }))
}

function lessonTotals(lessons: readonly FileLesson[]): MonthFigures['figures'] {
  const sum = (of: 'spaces' | 'bookings') => lessons.reduce((total, one) => total + one[of], 0)
  const [spaces, lessonBookings] = [sum('spaces'), sum('bookings')]
  return { spaces, lessonBookings, ...(spaces > 0 && { occupancy: lessonBookings / spaces }) }
}

const short = (text: string) => [...text].slice(0, 40).join('')

/** The first day: of 202610, 2026/10, 2026-10-01, 2026年10月. */
function monthOf(text: string): string | null {
  const [, year, month] =
    /^(20\d\d)(?:[-/.年])?(0?[1-9]|1[0-2])(?:月|[-/.]0?1(?:[ T]0?0:00(?::00)?)?)?$/.exec(
      text.normalize('NFKC').replace(/\s(?!\d)/g, ''),
    ) ?? []
  return year && month ? `${year}-${month.padStart(2, '0')}-01` : null
}

/** `YYYY-MM-DD HH:MM`. */
function startOf(day: string, time: string): string | null {
  const [, year, month, date] =
    /^(20\d\d)[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ (（].*)?$/.exec(day.normalize('NFKC')) ?? []
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(time.normalize('NFKC')) ?? []
  if (!year || !month || !date || !hour || !minute) return null
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
  return isDay && Number(hour) < 24 && Number(minute) < 60 ? `${text} ${hour.padStart(2, '0')}:${minute}` : null
}

const largest = 1_000_000_000_000

/** 1,234 and ¥1,234円 as 1234, with `isRate` 3.2% as 0.032. */
function numberOf(cell: string, isRate: boolean): number | null {
  const text = cell
    .normalize('NFKC')
    .replace(/^¥|[,\s]|[円名人件]$/g, '')
    .replace(/[−‐–]/, '-')
  if (isRate) return /^\d{1,3}(\.\d{1,6})?%$/.test(text) ? Number((Number(text.slice(0, -1)) / 100).toFixed(8)) : null
  const number = /^-?\d{1,13}$/.test(text) ? Number(text) : null
  return number !== null && Math.abs(number) <= largest ? number : null
}
