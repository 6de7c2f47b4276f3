import {
  type PublicationState,
  type PublicationStatus,
  publicationStates,
  publicationStatuses,
} from '#contract/words/common.ts'
import { formatDateTime } from '~/lib/dates'
import type { Question } from './resource-form/use-resource-form'
import { Chip } from './ui/chip'

/** The current publication state of a record. */
export interface Publication {
  status: PublicationStatus
  state: PublicationState
}

const tones: Partial<Record<PublicationState, 'warning' | 'positive'>> = { scheduled: 'warning', active: 'positive' }

/** Where a publication stands now. */
export const StateChip = ({ row: { state } }: { row: Pick<Publication, 'state'> }) => (
  <Chip tone={tones[state]}>{publicationStates[state]}</Chip>
)

/** Whether members see a record that is not published by time. */
export const PublicationChip = ({ status }: { status: PublicationStatus }) => (
  <Chip tone={status === 'active' ? 'positive' : 'neutral'}>{publicationStatuses[status]}</Chip>
)

/** The intended status: a scheduled publication is 公開. */
export const wantedStatus = ({ status, state }: Publication): PublicationStatus =>
  state === 'scheduled' ? 'active' : status

interface Wanted {
  status: PublicationStatus
  publishFrom: string | null
  /** Absent where nothing expires. */
  publishTo?: string | null
}

/** Confirmation before something becomes visible to members or hidden from them. */
export function publishQuestion(
  noun: string,
  { status, publishFrom, publishTo = null }: Wanted,
  before: Publication | undefined,
  now = new Date(),
): Question | undefined {
  const wasActive = before?.status === 'active'
  if (status !== 'active') {
    return wasActive
      ? { title: `${noun}を非公開にする`, text: '保存するとすぐに、会員の画面から消えます。' }
      : undefined
  }
  const until = publishTo === null ? '' : `\n${formatDateTime(publishTo)}に表示が終わります。`
  if (publishFrom !== null && new Date(publishFrom) > now) {
    return { title: `${noun}の公開を予約`, text: `${formatDateTime(publishFrom)}から、会員に表示されます。${until}` }
  }
  return wasActive
    ? { title: `公開中の${noun}を更新`, text: `保存するとすぐに、会員の画面に反映されます。${until}` }
    : { title: `${noun}を公開`, text: `保存するとすぐに、会員に表示されます。保留中には戻せません。${until}` }
}
