import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import { Chip } from '~/components/ui/chip'

/** Whether members see a content. */
export const StatusChip = ({ status }: { status: PublicationStatus }) => (
  <Chip tone={status === 'active' ? 'positive' : undefined}>{publicationStatuses[status]}</Chip>
)
