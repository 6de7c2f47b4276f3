import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '~/lib/utils'
import { ChoiceSwitch } from '../choice-switch'
import { CardTexts, RecordLink, type RowView, Tick } from './rows'

/** Props for components that show a list's rows instead of the table. */
export interface RowsShown<Row> {
  label: string
  rows: RowView<Row>[]
}

const ways = [
  { value: 'table', label: '表', icon: Rows3 },
  { value: 'cards', label: 'カード', icon: LayoutGrid },
] as const

interface CardSwitchProps {
  asCards: boolean
  onChange: (asCards: boolean) => void
}

/** Whether a list shows its rows as a table or as tiles. */
export const CardSwitch = ({ asCards, onChange }: CardSwitchProps) => (
  <ChoiceSwitch
    label="一覧の表示"
    value={asCards ? 'cards' : 'table'}
    choices={ways}
    onChange={(way) => onChange(way === 'cards')}
  />
)

interface TilesProps<Row> extends RowsShown<Row> {
  picture: (row: Row) => ReactNode
}

/** Rows as a grid of cards with pictures. */
export const Tiles = <Row extends { id: string }>({ label, rows, picture }: TilesProps<Row>) => (
  <section aria-label={label} className="min-h-0 flex-1 sm:-mx-1 sm:overflow-y-auto sm:p-1">
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,260px),1fr))] gap-3">
      {rows.map((view) => (
        <li key={view.row.id}>
          <Tile {...view} picture={picture(view.row)} />
        </li>
      ))}
    </ul>
  </section>
)

function Tile<Row>(props: RowView<Row> & { picture: ReactNode }) {
  const { row, index, href, label, isOpen, columns, selected, onSelect, picture } = props
  const [first, ...rest] = columns
  return (
    <article
      data-row={index}
      className={cn(
        'group/row relative h-full cursor-pointer overflow-hidden rounded-lg border shadow-card',
        isOpen || selected ? 'bg-accent' : 'bg-card',
      )}
    >
      {selected !== undefined && (
        <div className="absolute top-1.5 left-1.5 z-10 rounded-sm bg-card/90 shadow-card print:hidden">
          <Tick label={label} checked={selected} onChange={(event) => onSelect(index, event)} />
        </div>
      )}
      {picture}
      <div className="px-3 py-2">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 flex-1">
            <RecordLink href={href} isOpen={isOpen}>
              {first?.cell(row)}
            </RecordLink>
          </div>
          {rest.map((column) => column.card === 'beside' && <div key={column.id}>{column.cell(row)}</div>)}
        </div>
        <CardTexts columns={rest.filter(({ card }) => card === 'text' || card === 'labelled')} row={row} />
      </div>
    </article>
  )
}
