import { type FormEvent, useId, useState } from 'react'
import type { LeanBodyRow } from '#contract/lean-body.ts'
import { type PublicationStatus, publicationStatuses } from '#contract/words/common.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useMe } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { Button } from '~/components/ui/button'
import { NativeSelect } from '~/components/ui/native-select'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { changeLeanBodies } from '~/functions/lean-body'
import { keepConversion } from '~/lib/composing'
import { formatCount } from '~/lib/format'
import { ScopeInput, type ScopeValue } from '~/nouns/shop/scope-field'

interface CurateDialogProps {
  rows: LeanBodyRow[]
  onClose: () => void
  onDone: () => void
}

/** Maximum number per call. */
const most = 200

/** Changes 状態 and 公開店舗 of many contents, all or none. */
export default function CurateDialog({ rows, onClose, onDone }: CurateDialogProps) {
  const shops = useMe()?.shops ?? []
  const id = useId()
  const [status, setStatus] = useState<PublicationStatus>()
  const [withShops, setWithShops] = useState(false)
  const [target, setTarget] = useState<ScopeValue>({ scope: 'all', shopIds: [] })
  const [failure, setFailure] = useState<string>()
  const change = useServerMutation(changeLeanBodies, {
    invalidates: ['leanBody'],
    done: ({ changed, unchanged }) =>
      `${formatCount(changed)}件のコンテンツを更新しました。${unchanged > 0 ? `${formatCount(unchanged)}件はすでに同じ内容でした。` : ''}`,
  })
  // Published contents cannot become drafts again.
  const werePublic = rows.some((row) => row.status !== 'pending')
  const chosen = target.scope === 'all' ? null : (target.shopIds ?? [])
  const isReady = (status !== undefined || withShops) && !(withShops && chosen?.length === 0)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      await change.mutateAsync({
        data: {
          ids: rows.map((row) => row.id),
          ...(status && { status }),
          ...(withShops && { shopIds: chosen }),
        },
      })
      onClose()
      onDone()
    } catch (error) {
      setFailure(reasonOf(error))
    }
  }

  return (
    <Modal title={`コンテンツ${formatCount(rows.length)}件をまとめて変更`} onClose={onClose}>
      {rows.length > most ? (
        <p role="alert">一度に変更できるのは{formatCount(most)}件までです。選択を減らしてください。</p>
      ) : (
        <form className="space-y-4" onKeyDown={keepConversion} onSubmit={submit}>
          <p className="text-sm text-muted-foreground">変更しない項目は、そのままにしてください。</p>
          <div className="grid gap-1.5 sm:grid-cols-[9rem_1fr] sm:items-center">
            <label htmlFor={`${id}-status`} className="text-sm font-medium">
              状態
            </label>
            <NativeSelect
              id={`${id}-status`}
              value={status ?? ''}
              onChange={({ target }) => setStatus((target.value || undefined) as PublicationStatus | undefined)}
            >
              <option value="">変更しない</option>
              {valuesOf(publicationStatuses).map((value) => (
                <option key={value} value={value} disabled={value === 'pending' && werePublic}>
                  {publicationStatuses[value]}
                </option>
              ))}
            </NativeSelect>
          </div>
          <fieldset className="space-y-3">
            <legend className="sr-only">公開店舗</legend>
            <label className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm font-medium">
              <input
                type="checkbox"
                checked={withShops}
                onChange={(event) => setWithShops(event.target.checked)}
                className="size-4 accent-primary"
              />
              公開店舗を変更する
            </label>
            {withShops && (
              <ScopeInput id={`${id}-shops`} value={target} onChange={setTarget} options={shops} allowAll />
            )}
          </fieldset>
          {failure && (
            <p role="alert" className="text-sm text-bad">
              {failure}
            </p>
          )}
          <div className="flex justify-end">
            <Button type="submit" size="lg" disabled={!isReady || change.isPending}>
              更新する
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
