import { publicationStates } from '#contract/words/common.ts'
import { formatDateTime } from '~/lib/dates'
import { type Publication, StateChip } from '../publication'
import { choiceFilter } from './filters'
import { TwoLines } from './rows'
import type { ListColumn } from './types'

// Columns and filters shared by the lists of staff-authored records.

/** A date and time in small text: 「2026/01/05(月) 14:05」. */
export const Moment = ({ at }: { at: string }) => <span className="figures text-[13px]">{formatDateTime(at)}</span>

export const stateColumn: ListColumn<Publication> = {
  id: 'status',
  label: '状態',
  width: 92,
  card: 'beside',
  cell: (row) => <StateChip row={row} />,
}

export const stateFilter = choiceFilter('state', '状態', publicationStates)

export const updatedColumn: ListColumn<{ updatedAt: string; updatedBy: { displayName: string } | null }> = {
  id: 'updatedAt',
  label: '更新',
  width: 174,
  priority: 2,
  sortKey: 'updatedAt',
  sortFirst: 'desc',
  cell: ({ updatedAt, updatedBy }) => <TwoLines main={<Moment at={updatedAt} />} sub={updatedBy?.displayName} />,
}
