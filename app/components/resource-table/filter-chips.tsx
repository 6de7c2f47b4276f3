import { X } from 'lucide-react'
import { Button } from '../ui/button'
import { type FilterValues, filterText, isSet, keysOf, type ListFilter } from './filters'

interface ChipsProps {
  filters: readonly ListFilter[]
  values: FilterValues
  onRemove: (filter: ListFilter) => void
  onClear: () => void
}

/** The active filters as chips, each removable. */
export function FilterChips({ filters, values, onRemove, onClear }: ChipsProps) {
  const set = filters.filter((filter) => isSet(filter, values))
  if (set.length === 0) return null
  return (
    <ul aria-label="適用中の条件" className="flex flex-wrap items-center gap-x-2 gap-y-1 print:hidden">
      {set.map((filter) => (
        <li
          key={keysOf(filter)[0]}
          className="inline-flex max-w-full items-center rounded-full bg-accent pl-3 text-xs font-medium text-accent-foreground"
        >
          <span className="truncate">{filterText(filter, values)}</span>
          <button
            type="button"
            aria-label={`${filterText(filter, values)} を解除`}
            onClick={() => onRemove(filter)}
            className="grid size-7 shrink-0 place-items-center rounded-full hover:bg-card"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" className="h-7! px-2! text-xs!" onClick={onClear}>
          条件をクリア
        </Button>
      </li>
    </ul>
  )
}
