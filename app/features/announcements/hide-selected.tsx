import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnnouncementRow } from '#contract/announcement.ts'
import { isApiError } from '#contract/errors.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { reasonOf, rehearsal } from '~/data/mutation'
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
  const [asking, setAsking] = useState<{ rows: AnnouncementRow[]; refused: Refusal[] }>()
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const concerned = rows.filter(({ status }) => status !== 'disabled')

  /** The refusals of hiding these, one after the other; undefined once the session has ended. */
  const hide = async (some: AnnouncementRow[], call?: typeof rehearsal) => {
    const refused: Refusal[] = []
    for (const { id, version, title } of some) {
      try {
        await updateAnnouncement({ data: { id, version, status: 'disabled' }, ...call })
      } catch (error) {
        if (isApiError(error) && error.code === 'unauthenticated') return void endSession(error.endedBy)
        refused.push({ id, title, reason: reasonOf(error) })
      }
    }
    return refused
  }

  // Those that cannot be hidden are listed beside the question.
  const ask = async () => {
    const refused = await hide(concerned, rehearsal)
    if (!refused) return
    const rows = concerned.filter(({ id }) => !refused.some((one) => one.id === id))
    if (rows.length === 0) setRefusals(refused)
    else setAsking({ rows, refused })
  }
  const hideAll = async () => {
    const refused = asking && (await hide(asking.rows))
    if (!asking || !refused) return
    await invalidate(queryClient, 'announcement')
    setAsking(undefined)
    setRefusals(refused)
    const count = asking.rows.length - refused.length
    if (count > 0) notify.success(`${count}件のお知らせを非公開にしました。`)
    if (refused.length === 0) onDone()
  }

  return (
    <>
      <Button variant="outline" disabled={concerned.length === 0} onClick={() => void ask()}>
        非公開にする
      </Button>
      {asking && (
        <ConfirmDialog check="nothing" title="お知らせを非公開にする" onYes={hideAll} onNo={() => setAsking(undefined)}>
          <p>
            選択した{concerned.length}件{asking.refused.length > 0 && `のうち${asking.rows.length}件`}
            のお知らせを非公開にします。公開中のものは、すぐに会員の画面から消えます。
          </p>
          <ul className="mt-3 list-disc pl-6">
            {asking.rows.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </ul>
          {asking.refused.length > 0 && (
            <fieldset className="mt-4">
              <legend className="sr-only">非公開にできないお知らせ</legend>
              <p className="mb-2">次の{asking.refused.length}件は、非公開にできません。</p>
              <Reasons refusals={asking.refused} />
            </fieldset>
          )}
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
          <Reasons refusals={refusals} />
        </Modal>
      )}
    </>
  )
}

const Reasons = ({ refusals }: { refusals: readonly Refusal[] }) => (
  <dl className="space-y-3">
    {refusals.map(({ id, title, reason }) => (
      <div key={id}>
        <dt className="font-medium">{title}</dt>
        <dd className="text-sm text-bad">{reason}</dd>
      </div>
    ))}
  </dl>
)
