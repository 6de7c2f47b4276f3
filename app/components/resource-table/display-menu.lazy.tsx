import type { OverlayProps } from '~/lib/on-demand'
import { Button } from '../ui/button'
import { AnchoredPopover } from '../ui/popover'
import type { Preferences } from './preferences'
import type { Density, ListColumn } from './types'

type Named = Pick<ListColumn<never>, 'id' | 'label' | 'priority'>

interface Props extends OverlayProps {
  columns: readonly Named[]
  /** The columns shown now. */
  shown: readonly Named[]
  preferences: Preferences
  onChange: (next: Partial<Preferences>) => void
}

const densities: [Density, string][] = [
  ['comfortable', '標準'],
  ['compact', 'コンパクト'],
]

/** Menu for a list's columns and row height. The first column names the row and cannot be hidden. */
export default function DisplayMenu({ columns, shown, preferences, onChange, ...overlay }: Props) {
  const isShown = ({ id }: Named) => shown.some((column) => column.id === id)
  const isLeftOut = (column: Named) => preferences.columns[column.id] === undefined && !isShown(column)
  return (
    <AnchoredPopover {...overlay} align="end" aria-label="表示設定" className="w-76 p-4 text-sm">
      <fieldset>
        <legend className="mb-1.5 text-xs font-medium text-muted-foreground">行の高さ</legend>
        <div className="flex gap-4">
          {densities.map(([value, label]) => (
            <label key={value} className="flex min-h-7 items-center gap-2">
              <input
                type="radio"
                name="density"
                className="size-4 accent-primary"
                checked={preferences.density === value}
                onChange={() => onChange({ density: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-4">
        <legend className="mb-1.5 text-xs font-medium text-muted-foreground">表示する項目</legend>
        <div className="max-h-[min(20rem,50dvh)] overflow-y-auto">
          {columns.map((column, at) => (
            <label key={column.id} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={isShown(column)}
                disabled={at === 0}
                onChange={(event) =>
                  onChange({ columns: { ...preferences.columns, [column.id]: event.target.checked } })
                }
              />
              {column.label}
              {isLeftOut(column) && <span className="ml-auto text-xs text-muted-foreground">画面の幅により省略</span>}
            </label>
          ))}
        </div>
      </fieldset>
      <Button
        variant="outline"
        className="mt-3 w-full"
        onClick={() => onChange({ density: 'comfortable', columns: {} })}
      >
        標準の表示に戻す
      </Button>
    </AnchoredPopover>
  )
}
