import type { ChosenValue } from '#contract/chosen-value.ts'
import { mostLetGo } from '#contract/words/chosen-value.ts'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { letGoChosenValues } from '~/functions/chosen-value'
import { formatCount } from '~/lib/format'

interface LetGoSelectedProps {
  rows: ChosenValue[]
  onDone: () => void
}

/** 提供元の値に戻す for the selected rows. */
export default function LetGoSelected({ rows, onDone }: LetGoSelectedProps) {
  const letGo = useServerMutation(letGoChosenValues, {
    invalidates: ['chosenValue', 'user'],
    done: ({ rows }) => `${formatCount(rows)}件を提供元の値に戻しています。数秒で反映されます。`,
  })
  if (rows.length > mostLetGo) return <p className="text-sm">一度に戻せるのは{formatCount(mostLetGo)}件までです。</p>
  const submit = async () => {
    try {
      await letGo.mutateAsync({ data: { ids: rows.map(({ id }) => id) } })
      onDone()
    } catch (error) {
      notifyRefusal(error)
    }
  }
  return (
    <Button disabled={letGo.isPending} onClick={() => void submit()}>
      提供元の値に戻す
    </Button>
  )
}
