import { useQuery } from '@tanstack/react-query'
import type { ChosenValue } from '#contract/chosen-value.ts'
import { chosenKinds } from '#contract/words/chosen-value.ts'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { letGoChosenValues } from '~/functions/chosen-value'
import { formatCount } from '~/lib/format'
import { chosenValuesQuery } from './queries'

/** Of the member and their contracts, tickets, bookings and sales: values that the synchronisation leaves. */
export default function ChosenValues({ userId }: { userId: string }) {
  const { data } = useQuery(chosenValuesQuery(userId))
  const letGo = useServerMutation(letGoChosenValues, {
    invalidates: ['chosenValue', 'user', 'member'],
    done: ({ rows }) => `${formatCount(rows)}件を提供元の値に戻しています。数秒で反映されます。`,
  })
  if (!data || data.list.length === 0) return null
  const submit = async (id: string, name: string) => {
    if (letGo.isPending) return
    try {
      await letGo.mutateAsync({ data: { ids: [id], names: [name] } })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  return (
    <section aria-labelledby="chosen-values" className="mt-4 space-y-2 text-sm print:hidden">
      <h2 id="chosen-values" className="font-semibold">
        こちらの値を使用中
      </h2>
      <ul className="space-y-2">
        {data.list.flatMap(({ id, kind, values }) =>
          values.map((value) => (
            <li key={`${id} ${value.name}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                {chosenKinds[kind]} {value.label}: {value.ours ?? '空欄'}（{theirText(value)}）
              </span>
              <Button variant="outline" onClick={() => void submit(id, value.name)}>
                提供元の値に戻す
              </Button>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}

const theirText = ({ theirs, isKnown }: ChosenValue['values'][number]) =>
  isKnown ? `提供元の値: ${theirs ?? '空欄'}` : '提供元の値は次の同期で取得します'
