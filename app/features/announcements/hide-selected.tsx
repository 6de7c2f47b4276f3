import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { isApiError } from '#contract/errors.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { reasonOf } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { updateAnnouncement } from '~/functions/announcement'
import { endSession } from '~/identity/leave'
import { notify } from '~/lib/notices'

interface Refusal {
  id: string
  title: string
  reason: string
}

/** 非公開にする for the selected rows, one after the other; failures are listed row by row. */
export function HideSelected({ rows, onDone }: { rows: AnnouncementRow[]; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const concerned = rows.filter(({ status }) => status !== 'disabled')

  const hideAll = async () => {
    const refused: Refusal[] = []
    for (const { id, version, title } of concerned) {
      try {
        await updateAnnouncement({ data: { id, version, status: 'disabled' } })
      } catch (error) {
        if (isApiError(error) && error.code === 'unauthenticated') return endSession(error.endedBy)
        refused.push({ id, title, reason: reasonOf(error) })
      }
    }
    await invalidate(queryClient, 'announcement')
    setAsking(false)
    setRefusals(refused)
    const count = concerned.length - refused.length
    if (count > 0) notify.success(`${count}件のお知らせを非公開にしました。`)
    if (refused.length === 0) onDone()
  }

  return (
    <>
      <Button variant="outline" disabled={concerned.length === 0} onClick={() => setAsking(true)}>
        非公開にする
      </Button>
      {asking && (
        <ConfirmDialog title="お知らせを非公開にする" onYes={hideAll} onNo={() => setAsking(false)}>
          <p>選択した{concerned.length}件のお知らせを非公開にします。公開中のものは、すぐに会員の画面から消えます。</p>
          <ul className="mt-3 list-disc pl-6">
            {concerned.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {refusals.length > 0 && (
        <Modal
          title={`${refusals.length}件は非公開にできませんでした`}
          onClose={() => {
            setRefusals([])
            onDone()
          }}
        >
          <dl className="space-y-3">
            {refusals.map(({ id, title, reason }) => (
              <div key={id}>
                <dt className="font-medium">{title}</dt>
                <dd className="text-sm text-bad">{reason}</dd>
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </>
  )
}
