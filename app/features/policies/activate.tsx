import { CalendarCheck } from 'lucide-react'
import { useState } from 'react'
import type { Policy } from '#contract/policy.ts'
import { ActDialog } from '~/components/record/act-dialog'
import { Button } from '~/components/ui/button'
import { useServerMutation } from '~/data/mutation'
import { activatePolicy } from '~/functions/policy'
import { addDays, formatDate, todayInTokyo } from '~/lib/dates'
import { notify } from '~/lib/notices'
import { kinds } from './kinds'

/** Effect of activating an edition: effective date, and end of the previous one. */
function effectOf({ edition, effectiveFrom, requiresReconsent, follows }: Policy, today = todayInTokyo()) {
  const day = formatDate(effectiveFrom)
  return [
    effectiveFrom > today
      ? `${day}から、「${edition}」が有効になります。`
      : `今日（${day}）から、「${edition}」が有効になります。`,
    follows && `それまでの「${follows.edition}」は、${formatDate(addDays(effectiveFrom, -1))}で終了します。`,
    requiresReconsent ? '会員に、あらためて同意を求めます。' : '会員に、あらためて同意は求めません。',
    '有効にした版は、変更も削除もできません。',
  ].filter((sentence) => sentence !== null)
}

/** Activates an edition from its effective date; unsaved input is not included. */
export function Activate({ row, isDirty }: { row: Policy; isDirty: () => boolean }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { noun } = kinds[row.type]
  const activation = useServerMutation(activatePolicy, {
    invalidates: ['policy'],
    done: ({ edition }) => `「${edition}」を有効にしました。`,
  })
  return (
    <>
      <Button
        variant="outline"
        size="lg"
        onClick={() =>
          isDirty()
            ? notify.error('保存していない変更があります。更新してから、有効にしてください。')
            : setIsConfirming(true)
        }
      >
        <CalendarCheck aria-hidden />
        有効にする
      </Button>
      {isConfirming && (
        <ActDialog
          title={`${noun}を有効にする`}
          name={row.edition}
          resource="policy"
          destructive
          act={(call) => activation.mutateAsync({ data: { id: row.id, version: row.version }, ...call })}
          onClose={() => setIsConfirming(false)}
        >
          <span className="whitespace-pre-line">{effectOf(row).join('\n')}</span>
        </ActDialog>
      )}
    </>
  )
}
