import type { AnnouncementRow } from '#contract/announcement.ts'
import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import type { Option } from '~/components/fields/choice-fields'

/** What the chip says: one that will appear by itself is 公開予約. */
export const stateLabel = ({ status, isScheduled }: Pick<AnnouncementRow, 'status' | 'isScheduled'>) =>
  isScheduled ? '公開予約' : publicationStatuses[status]

/** What staff may want of a row: what was published once is no draft again. */
export function statuses(row: Pick<AnnouncementRow, 'status'> | undefined): Option<PublicationStatus>[] {
  const wasPublished = row !== undefined && row.status !== 'pending'
  return [
    { value: 'pending', label: '保留中', help: '下書きとして保存します。', disabled: wasPublished },
    { value: 'active', label: '公開', help: '公開開始から表示します。' },
    { value: 'disabled', label: '非公開', help: '会員には表示しません。' },
  ]
}

export const stateTone = ({ status, isScheduled }: Pick<AnnouncementRow, 'status' | 'isScheduled'>) =>
  isScheduled ? 'warning' : status === 'active' ? 'positive' : 'neutral'
