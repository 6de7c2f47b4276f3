import { useBlocker } from '@tanstack/react-router'
import { Fragment, useCallback, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { AnswerOf } from '#contract/names.ts'
import { mostTargetMonths, targetFigures, targetUnits } from '#contract/words/shop-target.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { saveTargets } from '~/functions/shop-target'
import { formatMonth } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { AmountCell } from '../amounts/amount-cell'
import { cellsOutside, pastedCells } from '../amounts/pasted'
import {
  draftOf,
  faultOf,
  figures,
  isChanged,
  type Typed,
  textOf,
  withBlock,
  withCell,
  withoutSaved,
} from './typed-targets'

/** Shops that are shown at first, and more with each press: each has 48 cells. */
const shopsShown = 10

interface TargetGridProps {
  year: AnswerOf<'shopTarget.year'>
  /** Somebody else has saved one of the months. */
  onStale: () => void
}

/** The targets of shops, four rows a shop and a column a month. Saved in one go, or not at all. */
export function TargetGrid({ year: { months, shops }, onStale }: TargetGridProps) {
  const [typed, setTyped] = useState<Typed>({})
  const [outside, setOutside] = useState(0)
  const [shown, setShown] = useState(shopsShown)
  // The dashboard compares with these targets.
  const save = useServerMutation(saveTargets, {
    invalidates: ['shopTarget', 'report'],
    done: '月次目標を更新しました。',
  })

  const type = useCallback(
    (row: number, column: number, text: string) => setTyped((before) => withCell(before, shops, { row, column }, text)),
    [shops],
  )
  const paste = useCallback(
    (row: number, column: number, text: string) => {
      const block = pastedCells(text)
      const grid = { rows: shops.length * figures.length, columns: months.length }
      setOutside(cellsOutside(block, { row, column }, grid))
      setTyped((before) => withBlock(before, shops, { row, column }, block))
      setShown((before) => Math.max(before, Math.ceil((row + block.length) / figures.length)))
    },
    [shops, months],
  )

  const changed = shops.flatMap((one) => one.months.filter((target) => isChanged(typed, target)))
  const hasFaults = changed.some((target) => figures.some((figure) => faultOf(typed, target, figure) !== null))
  const isTooMuch = changed.length > mostTargetMonths
  const saveAll = async () => {
    try {
      const { list } = await save.mutateAsync({ data: { data: changed.map((target) => draftOf(typed, target)) } })
      setTyped((before) => withoutSaved(before, list))
    } catch (error) {
      notifyRefusal(error)
      if (isApiError(error) && error.code === 'stale') onStale()
    }
  }

  const blocker = useBlocker({
    // Another shop or month is another address of this screen.
    shouldBlockFn: ({ next }) => changed.length > 0 && next.pathname !== '/login',
    enableBeforeUnload: () => changed.length > 0,
    withResolver: true,
  })

  return (
    <Card className="min-w-0">
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          check="nothing"
          title="保存していない月次目標があります"
          yes="保存せずに離れる"
          no="入力を続ける"
          offersNo
          onYes={blocker.proceed}
          onNo={blocker.reset}
        >
          {changed.length}か月分の入力は、離れると失われます。
        </ConfirmDialog>
      )}
      <CardHeader>
        <CardTitle>12か月の月次目標</CardTitle>
        <Button
          disabled={changed.length === 0 || hasFaults || isTooMuch || save.isPending}
          onClick={() => void saveAll()}
          className="print:hidden"
        >
          保存する
        </Button>
      </CardHeader>
      <CardContent>
        <p
          role="status"
          className={cn('mb-2 text-sm', hasFaults || isTooMuch ? 'text-destructive' : 'text-muted-foreground')}
        >
          {hasFaults
            ? '保存できない値があります。赤い枠の中を確認してください。'
            : isTooMuch
              ? `一度に保存できるのは${mostTargetMonths}か月分までです。店舗を選んで、分けて保存してください。`
              : changed.length > 0
                ? `${changed.length}か月分の変更をまだ保存していません。`
                : 'Excelの範囲をコピーして、左上になるセルに貼り付けられます。空欄の月には、薄い字の目標（店舗ごとの毎月の目標）を使います。'}
        </p>
        {outside > 0 && (
          <p role="status" className="mb-2 text-sm text-destructive">
            貼り付けた範囲のうち、表に入らない{outside}個の値は入力していません。
          </p>
        )}
        <ScrollTable caption="店舗ごとの12か月の月次目標" isDense className="max-h-[70vh]">
          <TableHead rows="店舗と目標" columns={months.map((month) => ({ label: formatMonth(month) }))} />
          <tbody>
            {shops.slice(0, shown).map(({ shop, standing, months: targets }, at) => (
              <Fragment key={shop.id}>
                <tr>
                  <th scope="rowgroup" className={cn(cells.row, 'bg-muted font-semibold')}>
                    {shop.name}
                  </th>
                  <td colSpan={months.length} className="border-b bg-muted" />
                </tr>
                {figures.map((figure, of) => (
                  <tr key={figure}>
                    <th scope="row" className={cells.row}>
                      {targetFigures[figure]}
                      <span className="text-xs text-muted-foreground">（{targetUnits[figure]}）</span>
                    </th>
                    {targets.map((target, column) => (
                      <td key={target.month} className={cn(cells.value, 'align-top')}>
                        <AmountCell
                          label={`${shop.name} ${formatMonth(target.month)}の${targetFigures[figure]}`}
                          text={textOf(typed, target, figure)}
                          fault={faultOf(typed, target, figure)}
                          placeholder={standing ? formatCount(standing[figure]) : undefined}
                          row={at * figures.length + of}
                          column={column}
                          onType={type}
                          onPaste={paste}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </ScrollTable>
        {shops.length > shown && (
          <Button variant="outline" className="mt-3 print:hidden" onClick={() => setShown(shown + shopsShown)}>
            次の{Math.min(shopsShown, shops.length - shown)}店舗を表示
          </Button>
        )}
      </CardContent>
    </Card>
  )
}
