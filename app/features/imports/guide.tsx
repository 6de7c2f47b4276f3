import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ImportOverview } from '#contract/file-import.ts'
import { type ImportKind, importKinds, mostCountedRows } from '#contract/words/import.ts'
import { columnGuides, importOrder, missingSentences, purposes, templateLines } from '#contract/words/import-guide.ts'
import { ScrollBox } from '~/components/scroll-box'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { saveLines } from '~/data/save-csv'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { useKinds } from './file-kind'
import { rowUnit } from './labels'
import { overviewQuery } from './queries'

/** Which files there are, in their order: what each is for, what is here, what is missing, and how its columns look. */
export function ImportGuide() {
  const { data } = useQuery(overviewQuery)
  const mine = new Set(useKinds().map(([kind]) => kind))
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>取り込めるファイルと順番</CardTitle>
        <p className="text-sm text-muted-foreground">お持ちのファイルだけで始められます。列の順番は問いません。</p>
      </CardHeader>
      <CardContent>
        <ol aria-label="取り込めるファイルと順番" className="divide-y rounded-md border">
          {importOrder.flatMap((kind, at) =>
            mine.has(kind) ? [<Kind key={kind} kind={kind} number={at + 1} overview={data} />] : [],
          )}
        </ol>
      </CardContent>
    </Card>
  )
}

function Kind({ kind, number, overview }: { kind: ImportKind; number: number; overview: ImportOverview | undefined }) {
  const here = overview?.kinds.find((one) => one.kind === kind)
  const missing = here && overview ? missingSentences(here, overview.shops, overview.withoutLeavers) : []
  return (
    <li className="px-3 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h3 className="font-medium">
            <span className="figures mr-2 text-muted-foreground">{number}</span>
            {importKinds[kind]}
            {here && <span className="figures ml-3 font-normal text-muted-foreground">{hereText(here)}</span>}
          </h3>
          <p className="mt-0.5 text-muted-foreground">{purposes[kind]}</p>
          {missing.map((sentence) => (
            <p key={sentence} className="mt-1 text-warning">
              {sentence}
            </p>
          ))}
        </div>
        <Button
          variant="outline"
          aria-label={`${importKinds[kind]}のテンプレートを保存`}
          onClick={() => void saveLines(templateLines(kind), `${importKinds[kind]}_テンプレート.csv`)}
        >
          <Download aria-hidden />
          テンプレート
        </Button>
      </div>
      <details className="mt-1.5">
        <summary className="w-fit cursor-pointer text-primary">{importKinds[kind]}の列と例</summary>
        <Columns kind={kind} />
      </details>
    </li>
  )
}

function hereText({ kind, rows, firstOn, lastOn }: ImportOverview['kinds'][number]): string {
  if (rows === null) return ''
  if (rows === 0) return 'まだありません'
  const count = `${formatCount(rows)}${rowUnit(kind)}${rows >= mostCountedRows ? '以上' : ''}`
  return firstOn && lastOn ? `${count}（${formatDate(firstOn)}–${formatDate(lastOn)}）` : count
}

const head = 'h-9 border-b px-3 text-left text-xs font-medium whitespace-nowrap text-muted-foreground'
const cell = 'border-b px-3 py-2 text-left align-top font-normal group-last/row:border-b-0'

function Columns({ kind }: { kind: ImportKind }) {
  const label = `${importKinds[kind]}の列と例`
  return (
    <ScrollBox label={label} className="mt-2 max-h-96 rounded-md border">
      <table className="w-full text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {['列', '必須', '例', '使える言葉・書き方'].map((one) => (
              <th key={one} scope="col" className={head}>
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columnGuides(kind).map(({ column, label: name, isNeeded, example, how }) => (
            <tr key={column} className="group/row">
              <th scope="row" className={`${cell} whitespace-nowrap`}>
                {name}
              </th>
              <td className={`${cell} whitespace-nowrap`}>{isNeeded ? '必須' : ''}</td>
              <td className={`${cell} whitespace-nowrap`}>{example}</td>
              <td className={`${cell} min-w-48 text-muted-foreground`}>{how}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
