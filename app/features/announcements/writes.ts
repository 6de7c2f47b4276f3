import type { Announcement, AnnouncementDraft } from '#contract/announcement.ts'
import { createAnnouncement, updateAnnouncement } from '~/functions/announcement'
import { useServerMutation } from '~/functions/mutation'
import { undoOfState } from './actions'
import { announcementKey } from './queries'
import { onlyStateDiffers } from './values'

interface Call {
  version: number | undefined
  headers: Record<string, string>
}

/** What the form's button does: a new announcement, or the changes to one. */
export function useSaveAnnouncement(row: Announcement | undefined) {
  const create = useServerMutation(createAnnouncement, {
    invalidates: [announcementKey],
    done: 'お知らせを登録しました。',
  })
  const update = useServerMutation(updateAnnouncement, {
    invalidates: [announcementKey],
    done: 'お知らせを更新しました。',
    undo: (saved) => (onlyStateDiffers(row, saved) ? undoOfState(row, saved) : undefined),
  })
  return (values: AnnouncementDraft, { version, headers }: Call) =>
    row
      ? update.mutateAsync({ data: { ...values, id: row.id, version }, headers })
      : create.mutateAsync({ data: values, headers })
}
