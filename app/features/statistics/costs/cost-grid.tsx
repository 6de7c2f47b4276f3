import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ShopCost } from '#contract/shop-cost.ts'
import { type CostKind, costKinds } from '#contract/words/shop-cost.ts'
import { valuesOf } from '#contract/words/words.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { cells, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { saveCosts } from '~/functions/shop-cost'
import { amountFault, readAmount } from '~/lib/amount'
import { formatMonth } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { AmountCell } from '../amounts/amount-cell'
import { cellsOutside, pastedCells, shownAmount } from '../amounts/pasted'

const kinds = valuesOf(costKinds)
const highest = 2_000_000_000

/** What was typed and is not saved, by month and kind. */
type Typed = Record<string, Partial<Record<CostKind, string>>>

interface CostGridProps {
  months: readonly ShopCost[]
  mayWrite: boolean
}

/** The costs of a shop, a column a month. Cells take full width, separators, and a block of a spreadsheet. */
export function CostGrid({ months, mayWrite }: CostGridProps) {
  const [typed, setTyped] = useState<Typed>({})
  const [outside, setOutside] = useState(0)
  const save = useServerMutation(saveCosts, { invalidates: ['shopCost'], done: '費用を更新しました。' })
  const textAt = (month: ShopCost, kind: CostKind) => {
    const saved = month[kind]
    return typed[month.month]?.[kind] ?? (saved === null ? '' : formatCount(saved))
  }
  const changed = months.filter((month) => kinds.some((kind) => readAmount(textAt(month, kind)) !== month[kind]))
  const faultAt = (text: string) => amountFault(readAmount(text), highest)
  const hasFaults = changed.some((month) => kinds.some((kind) => faultAt(textAt(month, kind)) !== null))

  const paste = useCallback(
    (row: number, column: number, text: string) => {
      const block = pastedCells(text)
      setOutside(cellsOutside(block, { row, column }, { rows: kinds.length, columns: months.length }))
      setTyped((before) => {
        const next = { ...before }
        for (const [down, line] of block.entries()) {
          for (const [across, cell] of line.entries()) {
            const [kind, month] = [kinds[row + down], months[column + across]?.month]
            if (kind && month) next[month] = { ...next[month], [kind]: shownAmount(cell) }
          }
        }
        return next
      })
    },
    [months],
  )
  const type = useCallback(
    (row: number, column: number, text: string) => {
      const [kind, month] = [kinds[row], months[column]?.month]
      if (kind && month) setTyped((before) => ({ ...before, [month]: { ...before[month], [kind]: text } }))
    },
    [months],
  )
  const saveAll = async () => {
    for (const month of changed) {
      const { shopId, version } = month
      const values = Object.fromEntries(kinds.map((kind) => [kind, readAmount(textAt(month, kind))]))
      const data = {
        shopId,
        month: month.month,
        seen: version,
        ...(values as Record<CostKind, number | null>),
      }
      await save.mutateAsync({ data })
      setTyped(({ [month.month]: _, ...others }) => others)
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
          title="保存していない費用があります"
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
        <CardTitle>
          費用の入力<span className="text-xs font-normal text-muted-foreground">（円・税込）</span>
        </CardTitle>
        {mayWrite && (
          <Button
            disabled={changed.length === 0 || hasFaults || save.isPending}
            onClick={() => void saveAll().catch(notifyRefusal)}
            className="print:hidden"
          >
            保存する
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <p role="status" className={cn('mb-2 text-sm', hasFaults ? 'text-destructive' : 'text-muted-foreground')}>
          {hasFaults
            ? '保存できない値があります。赤い枠の中を確認してください。'
            : changed.length > 0
              ? `${changed.length}か月分の変更をまだ保存していません。`
              : '費用がない月は0を入力します。空欄は未入力として扱い、損益を表示しません。'}
        </p>
        {outside > 0 && (
          <p role="status" className="mb-2 text-sm text-destructive">
            貼り付けた範囲のうち、表に入らない{outside}個の値は入力していません。
          </p>
        )}
        <ScrollTable caption="12か月の費用" isDense>
          <TableHead rows="費用" columns={months.map(({ month }) => ({ label: formatMonth(month) }))} />
          <tbody>
            {kinds.map((kind, row) => (
              <tr key={kind}>
                <th scope="row" className={cells.row}>
                  {costKinds[kind]}
                </th>
                {months.map((month, column) => {
                  const text = textAt(month, kind)
                  return (
                    <td key={month.month} className={cells.value}>
                      {mayWrite ? (
                        <AmountCell
                          label={`${formatMonth(month.month)}の${costKinds[kind]}`}
                          text={text}
                          fault={faultAt(text)}
                          row={row}
                          column={column}
                          onType={type}
                          onPaste={paste}
                        />
                      ) : (
                        text || '–'
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      </CardContent>
    </Card>
  )
}
