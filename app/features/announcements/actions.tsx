import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { isApiError } from '#contract/errors.ts'
import { useMe } from '~/auth/session'
import { ConfirmDialog } from '~/components/confirm-dialog'
import { scopeText } from '~/components/fields/scope-field'
import { notify } from '~/components/toaster'
import { removeAnnouncement, updateAnnouncement } from '~/functions/announcement'
import { useServerMutation } from '~/functions/mutation'
import { formatDateTime } from '~/lib/dates'
import { announcementKey } from './queries'

type Act = 'publish' | 'hide' | 'remove'

/** What may be done to a row as it stands; the API has the last word. */
export const actsOn = ({ canEdit, status, isScheduled }: AnnouncementRow): Act[] => {
  if (!canEdit) return []
  if (status === 'active') return ['hide']
  return isScheduled ? ['hide', 'remove'] : ['publish', ...(status === 'pending' ? (['hide'] as const) : []), 'remove']
}

export const actLabel: Record<Act, string> = { publish: '公開する', hide: '非公開にする', remove: '削除' }

const titles: Record<Act, string> = {
  publish: 'お知らせを公開',
  hide: 'お知らせを非公開にする',
  remove: 'お知らせを削除',
}

/** Refusals with fields are told at the fields of a form; here there is none. */
function tellRefusal(error: unknown) {
  if (!isApiError(error)) return
  const [sentence] = Object.values(error.fields ?? {})
  if (sentence !== undefined || error.code === 'stale') notify.error(sentence ?? error.message)
}

/** The way back from a state; nothing becomes a draft, or waits for its time, once more. */
export function undoOfState(before: AnnouncementRow | undefined, saved: AnnouncementRow) {
  if (!before || before.status === 'pending' || before.status === saved.status) return undefined
  const { status } = before
  return () => updateAnnouncement({ data: { id: saved.id, version: saved.version, status } })
}

/** State changes and deletion of one announcement, each told before it is done. */
export function useAnnouncementActs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const queryClient = useQueryClient()
  const shops = useMe()?.shops ?? []
  const [asked, setAsked] = useState<{ row: AnnouncementRow; act: Act }>()
  const update = useServerMutation(updateAnnouncement, {
    invalidates: [announcementKey],
    done: 'お知らせを更新しました。',
    undo: (saved) => undoOfState(asked?.row, saved),
  })
  const remove = useServerMutation(removeAnnouncement, {
    invalidates: [['announcement', 'list']],
    done: 'お知らせを削除しました。',
  })

  const run = async () => {
    if (!asked) return
    const { id, version } = asked.row
    try {
      if (asked.act === 'remove') {
        await remove.mutateAsync({ data: { id, version } })
        onRemoved?.()
      } else {
        await update.mutateAsync({ data: { id, version, status: asked.act === 'publish' ? 'active' : 'disabled' } })
      }
    } catch (error) {
      tellRefusal(error)
      // Somebody was faster: the next try starts from what is there now.
      if (isApiError(error) && error.code === 'stale') {
        void queryClient.invalidateQueries({ queryKey: announcementKey })
      }
    } finally {
      setAsked(undefined)
    }
  }

  return {
    ask: (row: AnnouncementRow, act: Act) => setAsked({ row, act }),
    dialog: asked && (
      <ConfirmDialog
        title={titles[asked.act]}
        destructive={asked.act === 'remove'}
        onYes={run}
        onNo={() => setAsked(undefined)}
      >
        <p className="font-medium">「{asked.row.title}」</p>
        <p className="mt-2">{effect(asked.row, asked.act, `${scopeText(asked.row.target, shops)}の会員`)}</p>
      </ConfirmDialog>
    ),
  }
}

function effect({ publishFrom, status, isScheduled }: AnnouncementRow, act: Act, who: string): string {
  if (act === 'remove') return 'このお知らせを削除します。元に戻すことはできません。'
  if (act === 'hide') return status === 'active' ? `すぐに、${who}の画面から消えます。` : `${who}には表示されません。`
  const draft = status === 'pending' && !isScheduled ? '公開すると、保留中には戻せません。' : ''
  const isLater = publishFrom !== null && new Date(publishFrom) > new Date()
  return isLater
    ? `${formatDateTime(publishFrom)}から、${who}に表示されます。`
    : `すぐに、${who}に表示されます。${draft}`
}
