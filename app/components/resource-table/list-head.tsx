import { Link, type LinkProps } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { FilterChips } from './filter-chips'
import { type FilterValues, filterText, isSet, type ListFilter } from './filters'

interface ListHeadProps {
  /** The page that leads to this list. */
  within: { to: LinkProps['to']; label: string } | undefined
  title: string
  lead: ReactNode
  /** In place of title and lead. */
  head: ReactNode
  actions: ReactNode
  filters: readonly ListFilter[]
  values: FilterValues
  onRemove: (filter: ListFilter) => void
  onClear: () => void
}

/** Title, what the list is narrowed by, and what one does here. */
export const ListHead = ({ within, title, lead, head, actions, ...chips }: ListHeadProps) => (
  <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 py-2">
    {within && (
      <Link
        to={within.to}
        className="inline-flex h-9 items-center gap-1 text-sm text-muted-foreground hover:text-foreground print:hidden"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {within.label}
      </Link>
    )}
    {head ?? (
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <h1 className="text-lg font-semibold">{title}</h1>
        {lead && <p className="text-sm font-medium">{lead}</p>}
      </div>
    )}
    <FilterChips {...chips} />
    {actions && <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
  </div>
)

interface PrintedConditionsProps {
  keyword: string | undefined
  filters: readonly ListFilter[]
  values: FilterValues
  range: string | undefined
}

/** On paper: which rows these are. */
export function PrintedConditions({ keyword, filters, values, range }: PrintedConditionsProps) {
  const set = filters.filter((filter) => isSet(filter, values))
  const inWords = [keyword && `「${keyword}」`, ...set.map((filter) => filterText(filter, values))]
  return <p className="figures mb-2 text-[8.5pt]">{[...inWords, range].filter(Boolean).join(' ／ ')}</p>
}
