import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useId } from 'react'
import { mostLogDays } from '#contract/words/daily-log.ts'
import { Button } from '~/components/ui/button'
import { inputClass } from '~/components/ui/input-class'
import { cn } from '~/lib/utils'
import { MemberChoice } from '~/nouns/member/member-choice'
import { nameOf } from './labels'
import { type DaysAnswer, foundMembersQuery, periodFault, shownDays } from './queries'

interface WhoseProps {
  /** The user's id of the chosen member. */
  userId: string | undefined
  /** The member, from the response. */
  member: DaysAnswer['member'] | undefined
  shopId: string | undefined
  /** Whether the user may see only members assigned to them or booked with them. */
  isTrainer: boolean
  shopLabel: string
  onChoose: (userId: string | undefined) => void
}

/** The selected shop, or one member found by part of a name or number. */
export function WhoseDays({ userId, member, shopId, isTrainer, shopLabel, onChoose }: WhoseProps) {
  const id = useId()
  if (userId === undefined) {
    return (
      <div className="w-full min-w-0 sm:w-72 print:hidden">
        <label htmlFor={id} className="mb-1 block text-xs text-muted-foreground">
          {isTrainer ? '担当の会員を選ぶ' : '会員を選ぶ'}（{shopLabel}）
        </label>
        <div className="relative [&_ul]:absolute [&_ul]:inset-x-0 [&_ul]:z-40 [&_ul]:bg-popover [&_ul]:shadow-overlay">
          <MemberChoice
            id={id}
            find={(keyword) =>
              foundMembersQuery(keyword, {
                ...(shopId !== undefined && { shopId }),
                ...(isTrainer && { assigned: 'true' }),
              })
            }
            value={null}
            name={undefined}
            onChange={(chosen) => onChoose(chosen ?? undefined)}
          />
        </div>
      </div>
    )
  }
  return (
    <div className="min-w-0 print:hidden">
      <p className="mb-1 text-xs text-muted-foreground">会員</p>
      <div className="flex min-h-10 flex-wrap items-center gap-x-1 rounded-md border bg-card pl-3 text-sm">
        <Link
          to="/hacomono/members/$userId"
          params={{ userId }}
          className="mr-1 min-w-0 font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {member ? nameOf(member) : '会員ページを開く'}
          {member && <span className="figures ml-2 text-xs font-normal text-muted-foreground">{member.memberNo}</span>}
        </Link>
        <Button variant="ghost" className="px-2" onClick={() => onChoose(undefined)}>
          <X aria-hidden />
          店舗に戻る
        </Button>
      </div>
    </div>
  )
}

interface PeriodProps {
  search: { from?: string; to?: string }
  onChange: (days: { from: string; to: string }) => void
}

/** Period picker; an invalid period is kept, with the reason. */
export function Period({ search, onChange }: PeriodProps) {
  const days = shownDays(search)
  const fault = periodFault(days)
  const id = useId()
  const input = (label: string, key: 'from' | 'to') => (
    <input
      type="date"
      aria-label={label}
      aria-invalid={(key === 'to' && fault !== undefined) || undefined}
      aria-describedby={key === 'to' && fault ? id : undefined}
      value={days[key]}
      required
      onChange={({ target }) => target.value !== '' && onChange({ ...days, [key]: target.value })}
      className={cn(inputClass, 'w-auto px-2 max-sm:flex-1')}
    />
  )
  return (
    <fieldset className="min-w-0 text-sm max-sm:w-full print:hidden">
      <legend className="mb-1 text-xs text-muted-foreground">期間（{mostLogDays}日まで）</legend>
      <div className="flex items-center gap-1.5">
        {input('開始日', 'from')}
        <span aria-hidden>〜</span>
        {input('終了日', 'to')}
      </div>
      {fault && (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

export type View = 'list' | 'chart' | 'summary'
const views = { list: '一覧', chart: 'グラフ', summary: '集計' }

/** Views of the same days. */
export const viewChoices = (offered: readonly View[]) => offered.map((value) => ({ value, label: views[value] }))
