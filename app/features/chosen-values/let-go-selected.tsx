import { useState } from 'react'
import type { ChosenValue } from '#contract/chosen-value.ts'
import { mostLetGo } from '#contract/words/chosen-value.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { letGoChosenValues } from '~/functions/chosen-value'
import { formatCount } from '~/lib/format'

interface LetGoSelectedProps {
  rows: ChosenValue[]
  onDone: () => void
}

/** 提供元の値に戻す for the selected rows. */
export default function LetGoSelected({ rows, onDone }: LetGoSelectedProps) {
  const [isAsking, setIsAsking] = useState(false)
  const letGo = useServerMutation(letGoChosenValues, {
    invalidates: ['chosenValue', 'user'],
    done: ({ rows }) => `${formatCount(rows)}件を提供元の値に戻しています。数秒で反映されます。`,
  })
  if (rows.length > mostLetGo) return <p className="text-sm">一度に戻せるのは{formatCount(mostLetGo)}件までです。</p>
  const data = { ids: rows.map(({ id }) => id) }
  const submit = async () => {
    try {
      await letGo.mutateAsync({ data })
      onDone()
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>提供元の値に戻す</Button>
      {isAsking && (
        <ConfirmDialog
          check={() => letGoChosenValues({ data, ...rehearsal })}
          title={`${formatCount(rows.length)}件を提供元の値に戻す`}
          destructive
          onYes={submit}
          onNo={() => setIsAsking(false)}
        >
          <p>
            「こちらの値を使用中」の値は失われ、会員管理システムの値になります。取り消すには、ファイルをもう一度取り込みます。
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
