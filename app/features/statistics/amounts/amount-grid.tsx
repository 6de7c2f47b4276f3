import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { FigureTable } from '~/components/report/figure-table'
import { Panel } from '~/components/report/panel'
import { Button } from '~/components/ui/button'
import { notifyRefusal } from '~/data/mutation'
import { formatMonth } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { AmountCell } from './amount-cell'
import { cellsOutside, pastedCells } from './pasted'
import {
  type AmountRules,
  draftOf,
  faultOf,
  isChanged,
  type ShopAmounts,
  type Typed,
  textOf,
  withBlock,
  withCell,
  withoutSaved,
} from './typed-amounts'

/** Shops that are shown at first, and more with each press: each has dozens of cells. */
const shopsShown = 10

interface GridShop<Figure extends string> extends ShopAmounts<Figure> {
  id: string
  /** Above its rows; omitted: of a single shop. */
  name?: string
  /** What holds in months that are empty. */
  standing?: Readonly<Record<Figure, number>> | null
}

interface GridRow<Figure extends string> {
  shop: GridShop<Figure>
  figure: Figure
  /** Counts the figures of all shops. */
  row: number
}

interface AmountGridProps<Figure extends string> {
  title: string
  unit?: string
  /** What is entered: 費用. */
  noun: string
  caption: string
  /** What the rows are. */
  head: string
  rules: AmountRules<Figure>
  words: Readonly<Record<Figure, string>>
  units?: Readonly<Record<Figure, string>>
  /** The months of each shop, alike. */
  shops: readonly GridShop<Figure>[]
  mayWrite: boolean
  /** While nothing is changed. */
  hint: string
  /** As many months can be saved in one go. */
  mostMonths?: number
  isSaving: boolean
  /** Saves the changed months; `forget` drops what was typed for saved ones. */
  onSave: (
    drafts: ReturnType<typeof draftOf<Figure>>[],
    forget: (saved: readonly { shopId: string; month: string }[]) => void,
  ) => Promise<void>
  className?: string
  /** Below the cells, for who may write. */
  below?: ReactNode
}

/** Amounts of shops, a row a figure and a column a month. Cells take full width, separators, and a block of a spreadsheet. */
export function AmountGrid<Figure extends string>(props: AmountGridProps<Figure>) {
  const { title, unit, noun, caption, head, rules, words, units, shops, mayWrite, hint, isSaving, className } = props
  const { mostMonths = Number.POSITIVE_INFINITY, onSave, below } = props
  const { figures } = rules
  const months = shops[0]?.months.map(({ month }) => month) ?? []
  const [typed, setTyped] = useState<Typed>({})
  const [outside, setOutside] = useState(0)
  const [shown, setShown] = useState(shopsShown)

  const type = useCallback(
    (row: number, column: number, text: string) =>
      setTyped((before) => withCell(rules, before, shops, { row, column }, text)),
    [rules, shops],
  )
  const columnCount = months.length
  const paste = useCallback(
    (row: number, column: number, text: string) => {
      const block = pastedCells(text)
      const grid = { rows: shops.length * rules.figures.length, columns: columnCount }
      setOutside(cellsOutside(block, { row, column }, grid))
      setTyped((before) => withBlock(rules, before, shops, { row, column }, block))
      setShown((before) => Math.max(before, Math.ceil((row + block.length) / rules.figures.length)))
    },
    [rules, shops, columnCount],
  )

  const changed = shops.flatMap((shop) => shop.months.filter((month) => isChanged(rules, typed, month)))
  const hasFaults = changed.some((month) => figures.some((figure) => faultOf(rules, typed, month, figure) !== null))
  const isTooMuch = changed.length > mostMonths
  const saveAll = () =>
    onSave(
      changed.map((month) => draftOf(rules, typed, month)),
      (saved) => setTyped((before) => withoutSaved(before, saved)),
    ).catch(notifyRefusal)

  const blocker = useBlocker({
    // Another shop or month is another address of this screen.
    shouldBlockFn: ({ next }) => changed.length > 0 && next.pathname !== '/login',
    enableBeforeUnload: () => changed.length > 0,
    withResolver: true,
  })

  return (
    <Panel
      className="print-landscape min-w-0"
      title={title}
      unit={unit}
      aside={
        mayWrite && (
          <Button
            disabled={changed.length === 0 || hasFaults || isTooMuch || isSaving}
            onClick={() => void saveAll()}
            className="print:hidden"
          >
            保存する
          </Button>
        )
      }
    >
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          check="nothing"
          title={`保存していない${noun}があります`}
          yes="保存せずに離れる"
          no="入力を続ける"
          offersNo
          onYes={blocker.proceed}
          onNo={blocker.reset}
        >
          {changed.length}か月分の入力は、離れると失われます。
        </ConfirmDialog>
      )}
      <p
        role="status"
        className={cn(
          'mb-2 text-sm print:hidden',
          hasFaults || isTooMuch ? 'text-destructive' : 'text-muted-foreground',
        )}
      >
        {hasFaults
          ? '保存できない値があります。赤い枠の中を確認してください。'
          : isTooMuch
            ? `一度に保存できるのは${mostMonths}か月分までです。店舗を選んで、分けて保存してください。`
            : changed.length > 0
              ? `${changed.length}か月分の変更をまだ保存していません。`
              : hint}
      </p>
      {outside > 0 && (
        <p role="status" className="mb-2 text-sm text-destructive">
          貼り付けた範囲のうち、表に入らない{outside}個の値は入力していません。
        </p>
      )}
      <FigureTable
        caption={caption}
        isDense
        {...(className && { className })}
        rowClass="align-top [&>th]:pt-4"
        head={head}
        rows={shops
          .slice(0, shown)
          .flatMap((shop, at) => figures.map((figure, of) => ({ shop, figure, row: at * figures.length + of })))}
        keyOf={({ shop, figure }) => `${shop.id} ${figure}`}
        nameOf={({ figure }) => (
          <>
            {words[figure]}
            {units && <span className="text-xs text-muted-foreground">（{units[figure]}）</span>}
          </>
        )}
        groupOf={({ shop, row }) => (row % figures.length === 0 ? shop.name : undefined)}
        columns={months.map((name, column) => ({
          label: formatMonth(name),
          value: ({ shop, figure, row }: GridRow<Figure>) => {
            const month = shop.months[column]
            if (!month) return null
            const text = textOf(typed, month, figure)
            if (!mayWrite) return text || '–'
            return (
              <AmountCell
                label={`${shop.name ? `${shop.name} ` : ''}${formatMonth(name)}の${words[figure]}`}
                text={text}
                fault={faultOf(rules, typed, month, figure)}
                placeholder={shop.standing ? formatCount(shop.standing[figure]) : undefined}
                row={row}
                column={column}
                onType={type}
                onPaste={paste}
              />
            )
          },
        }))}
      />
      {mayWrite && below}
      {shops.length > shown && (
        <Button variant="outline" className="mt-3 print:hidden" onClick={() => setShown(shown + shopsShown)}>
          次の{Math.min(shopsShown, shops.length - shown)}店舗を表示
        </Button>
      )}
    </Panel>
  )
}
