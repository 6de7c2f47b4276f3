import type { ComponentProps } from 'react'
import { ScreenHead } from '../screen-head'
import { FilterChips } from './filter-chips'
import { type FilterValues, filterText, isSet, type ListFilter } from './filters'

interface ListHeadProps extends Omit<ComponentProps<typeof ScreenHead>, 'children'> {
  filters: readonly ListFilter[]
  values: FilterValues
  onRemove: (filter: ListFilter) => void
  onClear: () => void
}

/** Title, what the list is narrowed by, and what one does here. */
export const ListHead = ({ filters, values, onRemove, onClear, ...head }: ListHeadProps) => (
  <ScreenHead {...head}>
    <FilterChips filters={filters} values={values} onRemove={onRemove} onClear={onClear} />
  </ScreenHead>
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
