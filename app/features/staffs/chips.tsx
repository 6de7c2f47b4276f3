import { type InvitationState, invitationStates, staffStatuses } from '#contract/words/staff-record.ts'
import { Chip } from '~/components/ui/chip'

const tones = { waiting: 'warning', active: 'positive', suspended: 'neutral', cancel: 'neutral' } as const

/** Employment status. */
export const StatusChip = ({ status }: { status: keyof typeof staffStatuses }) => (
  <Chip tone={tones[status]}>{staffStatuses[status]}</Chip>
)

/** Invitation status of staff who have not signed in yet. */
export const InvitationChip = ({ invitation }: { invitation: InvitationState }) => (
  <Chip tone={invitation === 'expired' ? 'warning' : 'neutral'}>招待: {invitationStates[invitation]}</Chip>
)
