import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import { formatDateTime } from '~/lib/dates'
import type { Option } from './fields/choice-fields'
import type { Question } from './resource-form/use-resource-form'
import { Chip } from './ui/chip'

/** Where a record that members read stands at this moment. */
export interface Publication {
  status: PublicationStatus
  /** It will appear by itself. */
  isScheduled: boolean
}

/** 公開予約 is what will appear by itself. */
export function StateChip({ row: { status, isScheduled } }: { row: Publication }) {
  const tone = isScheduled ? 'warning' : status === 'active' ? 'positive' : 'neutral'
  return <Chip tone={tone}>{isScheduled ? '公開予約' : publicationStatuses[status]}</Chip>
}

/** The status that staff wanted: what waits for its time is 公開 already. */
export const wantedStatus = ({ status, isScheduled }: Publication): PublicationStatus =>
  isScheduled ? 'active' : status

/** What staff may want of a row: what was published once is no draft again. */
export function statuses(row: Pick<Publication, 'status'> | undefined): Option<PublicationStatus>[] {
  const wasPublished = row !== undefined && row.status !== 'pending'
  return [
    { value: 'pending', label: '保留中', help: '下書きとして保存します。', disabled: wasPublished },
    { value: 'active', label: '公開', help: '公開開始から表示します。' },
    { value: 'disabled', label: '非公開', help: '会員には表示しません。' },
  ]
}

interface Wanted {
  status: PublicationStatus
  publishFrom: string | null
}

/** Before members see something, or no longer see it: from when. */
export function publishQuestion(
  noun: string,
  { status, publishFrom }: Wanted,
  before: Publication | undefined,
  now = new Date(),
): Question | undefined {
  const wasActive = before?.status === 'active'
  if (status !== 'active') {
    return wasActive
      ? { title: `${noun}を非公開にする`, text: '保存するとすぐに、会員の画面から消えます。' }
      : undefined
  }
  if (publishFrom !== null && new Date(publishFrom) > now) {
    return { title: `${noun}の公開を予約`, text: `${formatDateTime(publishFrom)}から、会員に表示されます。` }
  }
  return wasActive
    ? { title: `公開中の${noun}を更新`, text: '保存するとすぐに、会員の画面に反映されます。' }
    : { title: `${noun}を公開`, text: '保存するとすぐに、会員に表示されます。保留中には戻せません。' }
}
