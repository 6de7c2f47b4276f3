import type { ComponentProps } from 'react'
import { ScreenHead } from '../screen-head'
import { FilterChips } from './filter-chips'
import type { FilterValues, ListFilter } from './filters'

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
