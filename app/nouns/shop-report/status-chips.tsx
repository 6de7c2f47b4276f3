import { type BoardStatus, boardStatuses } from '#contract/words/daily-report.ts'
import { type ActionStatus, actionStatuses } from '#contract/words/report-action.ts'
import { Chip } from '~/components/ui/chip'

const reportTones = {
  missing: 'warning',
  draft: 'neutral',
  submitted: 'positive',
  returned: 'danger',
  approved: 'done',
} as const satisfies Record<BoardStatus, string>

/** State of a shop's day. */
export const ReportStatusChip = ({ status }: { status: BoardStatus }) => (
  <Chip tone={reportTones[status]}>{boardStatuses[status]}</Chip>
)

const actionTones = { todo: 'neutral', doing: 'positive', done: 'done', stopped: 'neutral' } as const

export const ActionStatusChip = ({ status }: { status: ActionStatus }) => (
  <Chip tone={actionTones[status]}>{actionStatuses[status]}</Chip>
)

export const Overdue = () => <Chip tone="warning">期限超過</Chip>
