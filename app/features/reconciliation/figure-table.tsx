import type { ReconciledRow } from '#contract/reconciliation.ts'
import {
  type DifferenceClass,
  differenceClasses,
  isDerived,
  type ReconciledFigure,
  type ReconciledReport,
  reconciledFigures,
  reconciledReports,
} from '#contract/words/reconciliation.ts'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatMonth } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { amountOf, differenceOf, ofClass } from './amounts'

const classes = Object.entries(differenceClasses) as [DifferenceClass, string][]

const formulas: Record<DifferenceClass, string> = {
  definition: '数え方の違いによる差です。',
  late: 'ファイルとデータの日時の違いや、まだ取得していないものによる差です。',
  family: '代表者の契約で利用する家族の会員による差です。',
  migration: '入会日が一括移行の日になっている会員による差です。',
  import: 'ファイルから取り込んだ、会員管理システムにない会員や売上による差です。',
}

const columns = [
  { label: '提供元', formula: '読み込んだファイルの数字です。' },
  { label: 'こちら', formula: 'ダッシュボードや統計が表示する、同じ月の数字です。' },
  { label: '差', formula: '提供元 − こちら。差を押すと、会員や売上の明細を表示します。' },
  ...classes.map(([of, label]) => ({ label, formula: formulas[of] })),
  {
    label: '未分類',
    formula:
      '理由が分からず、明細のない差です。差 = 定義 + 遅れ + 家族 + 移行日 + 取り込み + 未分類。こちらに同じ数字がないときは、提供元の定義で数え直した数との差です。',
  },
]

interface TableProps {
  report: ReconciledReport
  month: string
  figures: readonly ReconciledRow[]
  opened: ReconciledFigure | undefined
  onOpen: (figure: ReconciledFigure) => void
}

/** One report of the club system: a row a figure, and what each difference consists of. */
export const FigureTable = ({ report, month, figures, opened, onOpen }: TableProps) => (
  <Card>
    <CardHeader>
      <CardTitle>
        {report} {reconciledReports[report]}
      </CardTitle>
    </CardHeader>
    <CardContent>
      <ScrollTable caption={`${report} ${formatMonth(month)}`} className="max-h-none" isDense>
        <TableHead rows="提供元の項目" columns={columns} />
        <tbody>
          {figures.map((row) => (
            <FigureRow key={row.figure} row={row} isOpened={row.figure === opened} onOpen={() => onOpen(row.figure)} />
          ))}
        </tbody>
      </ScrollTable>
    </CardContent>
  </Card>
)

interface RowProps {
  row: ReconciledRow
  isOpened: boolean
  onOpen: () => void
}

function FigureRow({ row, isOpened, onOpen }: RowProps) {
  const { figure, theirs, ours, difference, recounted, reasons, unclassified } = row
  const { label, ours: counterpart } = reconciledFigures[figure]
  const text = differenceOf(figure, difference)
  const hasRows = reasons.length > 0
  return (
    <tr className={cn(isOpened && '[&>*]:bg-accent')}>
      <RowHead>
        {/* On a phone the difference stays in sight. */}
        <span className="block max-sm:max-w-30">
          {label}
          <span className="block text-xs text-muted-foreground">
            {counterpart ?? `同じ数字なし（数え直し ${amountOf(figure, recounted)}）`}
          </span>
        </span>
      </RowHead>
      <td className={cells.value}>{amountOf(figure, theirs)}</td>
      <td className={cells.value}>{amountOf(figure, ours)}</td>
      <td className={cells.value}>
        {hasRows ? (
          <button
            type="button"
            className="text-primary underline underline-offset-4"
            aria-expanded={isOpened}
            aria-label={`${label}の差 ${text}の明細`}
            onClick={onOpen}
          >
            {text}
          </button>
        ) : (
          text
        )}
      </td>
      {classes.map(([of]) => (
        <td key={of} className={cn(cells.value, ofClass(row, of) === 0 && 'text-muted-foreground')}>
          {isDerived(figure) ? '' : partOf(figure, ofClass(row, of))}
        </td>
      ))}
      <td className={cn(cells.value, unclassified !== null && unclassified !== 0 && 'font-semibold text-bad')}>
        {isDerived(figure) ? '' : partOf(figure, unclassified)}
      </td>
    </tr>
  )
}

/** 0 is said plainly: nothing of the difference is of this kind. */
const partOf = (figure: ReconciledFigure, amount: number | null) => (amount === 0 ? '0' : differenceOf(figure, amount))
