import { useState } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { useMe } from '~/auth/session'
import { ActDialog } from '~/components/record/act-dialog'
import { useRemoval } from '~/components/record/use-removal'
import { type rehearsal, useServerMutation } from '~/data/mutation'
import { removeAnnouncement, updateAnnouncement } from '~/functions/announcement'
import { formatDateTime } from '~/lib/dates'
import { scopeText } from '~/nouns/shop/scope-field'

/** Row actions of the list. */
export type Act = 'publish' | 'hide' | 'remove'

/** Actions that the row's state allows; the API decides. */
export const actsOn = ({ canEdit, status, state }: AnnouncementRow): Act[] => {
  if (!canEdit) return []
  if (status === 'active') return ['hide']
  return state === 'scheduled'
    ? ['hide', 'remove']
    : ['publish', ...(status === 'pending' ? (['hide'] as const) : []), 'remove']
}

export const actLabel: Record<Act, string> = { publish: '公開する', hide: '非公開にする', remove: '削除する' }

const stateAfter = { publish: 'active', hide: 'disabled' } as const
const titles = { publish: 'お知らせを公開', hide: 'お知らせを非公開にする' }

/** The reverse of a state change; a row never becomes a draft or scheduled again. */
export function undoOfState(before: AnnouncementRow | undefined, saved: AnnouncementRow) {
  if (!before || before.status === 'pending' || before.status === saved.status) return undefined
  const { status } = before
  return () => updateAnnouncement({ data: { id: saved.id, version: saved.version, status } })
}

/** How one announcement is deleted. */
export const announcementRemoval = {
  nameOf: ({ title }: AnnouncementRow) => title,
  resource: 'announcement',
  remove: removeAnnouncement,
} as const

/** State changes and deletion of one announcement, each confirmed first. */
export function useAnnouncementActs() {
  const shops = useMe()?.shops ?? []
  const removal = useRemoval<AnnouncementRow>({ noun: 'お知らせ', ...announcementRemoval })
  const [pending, setPending] = useState<{ row: AnnouncementRow; act: keyof typeof stateAfter }>()
  const update = useServerMutation(updateAnnouncement, {
    invalidates: ['announcement'],
    done: 'お知らせを更新しました。',
    undo: (saved) => undoOfState(pending?.row, saved),
  })
  const change = ({ row: { id, version }, act }: NonNullable<typeof pending>, call?: typeof rehearsal) =>
    update.mutateAsync({ data: { id, version, status: stateAfter[act] }, ...call })

  return {
    ask: (row: AnnouncementRow, act: Act) => (act === 'remove' ? removal.ask(row) : setPending({ row, act })),
    dialog: pending ? (
      <ActDialog
        title={titles[pending.act]}
        name={pending.row.title}
        resource="announcement"
        act={(call) => change(pending, call)}
        onClose={() => setPending(undefined)}
      >
        {effect(pending.row, pending.act, `${scopeText(pending.row.target, shops)}の会員`)}
      </ActDialog>
    ) : (
      removal.dialog
    ),
  }
}

function effect({ publishFrom, status, state }: AnnouncementRow, act: keyof typeof titles, who: string): string {
  if (act === 'hide') return status === 'active' ? `すぐに、${who}の画面から消えます。` : `${who}には表示されません。`
  const draft = state === 'pending' ? '公開すると、保留中には戻せません。' : ''
  const isLater = publishFrom !== null && new Date(publishFrom) > new Date()
  return isLater
    ? `${formatDateTime(publishFrom)}から、${who}に表示されます。`
    : `すぐに、${who}に表示されます。${draft}`
}
