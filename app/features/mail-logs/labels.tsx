import type { MailLogRow, MailRecipient } from '#contract/mail.ts'
import { mailStatuses, recipientStatuses } from '#contract/words/mail.ts'
import { Chip } from '~/components/ui/chip'
import { formatCount } from '~/lib/format'

const tones = {
  scheduled: 'warning',
  sending: 'warning',
  sent: 'positive',
  partial: 'warning',
  failed: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<MailLogRow['status'], string>

export const MailStatusChip = ({ status, isPaused }: Pick<MailLogRow, 'status' | 'isPaused'>) => (
  <Chip tone={tones[status]}>{isPaused ? '一時停止中' : mailStatuses[status]}</Chip>
)

const recipientTones = {
  waiting: 'neutral',
  delivered: 'positive',
  bounced: 'warning',
  failed: 'warning',
  cancelled: 'neutral',
  excluded: 'neutral',
} as const satisfies Record<MailRecipient['status'], string>

export const RecipientChip = ({ status }: Pick<MailRecipient, 'status'>) => (
  <Chip tone={recipientTones[status]}>{recipientStatuses[status]}</Chip>
)

export const people = (count: number) => `${formatCount(count)}名`
