import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { MailAudience, MailMemberFilter } from '#contract/mail.ts'
import { contractStatuses } from '#contract/words/member.ts'
import { inputClass } from '~/components/fields/field-frame'
import { Button } from '~/components/ui/button'
import { isComposing } from '~/lib/composing'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { FindMembers } from './find-members'
import { filterIn, segmentsQuery } from './queries'

interface ChooseRecipientsProps {
  to: MailAudience
  shop: string | undefined
  onChoose: (to: MailAudience) => void
}

const ways = { filter: '条件で選ぶ', members: '会員を選ぶ' } as const

/** Chooses recipients by filters or individually. */
export function ChooseRecipients({ to, shop, onChoose }: ChooseRecipientsProps) {
  const [way, setWay] = useState<keyof typeof ways>(to.by === 'members' && to.userIds.length > 0 ? 'members' : 'filter')
  const id = useId()
  return (
    <section aria-label="宛先を選ぶ" className="rounded-lg border bg-card p-4 shadow-card">
      <div className="mb-4 flex flex-wrap gap-x-6 gap-y-1">
        {(Object.keys(ways) as (keyof typeof ways)[]).map((one) => (
          <label key={one} className="inline-flex min-h-9 cursor-pointer items-center gap-2.5 text-sm font-medium">
            <input
              type="radio"
              name={`${id}-way`}
              checked={way === one}
              onChange={() => setWay(one)}
              className="size-4 accent-primary"
            />
            {ways[one]}
          </label>
        ))}
      </div>
      {way === 'filter' ? (
        <Conditions to={to} shop={shop} onChoose={onChoose} />
      ) : (
        <FindMembers
          chosen={to.by === 'members' ? to.userIds : []}
          shop={shop}
          onAdd={(userId) => onChoose({ by: 'members', userIds: [...(to.by === 'members' ? to.userIds : []), userId] })}
        />
      )}
    </section>
  )
}

const label = 'mb-1 block text-xs font-medium'

/** The most used filters of the members' list; filters of a shared condition are kept as they are. */
function Conditions({ to, shop, onChoose }: ChooseRecipientsProps) {
  const { label: shopLabel } = useSelectedShop(shop)
  const { data: segments } = useQuery(segmentsQuery)
  const [filter, setFilter] = useState<MailMemberFilter>(to.by === 'filter' ? to.filter : {})
  const id = useId()
  const set = (changes: { [K in keyof MailMemberFilter]?: MailMemberFilter[K] | undefined }) =>
    setFilter(
      Object.fromEntries(
        Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined),
      ) as MailMemberFilter,
    )
  const apply = () =>
    onChoose({ by: 'filter', filter, withoutUserIds: to.by === 'filter' ? (to.withoutUserIds ?? []) : [] })
  // Enter would submit the surrounding form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    apply()
  }
  const day = (key: 'lastVisitFrom' | 'lastVisitTo', name: string) => (
    <input
      type="date"
      aria-label={name}
      value={filter[key] ?? ''}
      min="2000-01-01"
      max="2099-12-31"
      onChange={({ target }) => set({ [key]: target.value || undefined })}
      onKeyDown={onKeyDown}
      className={cn(inputClass, 'figures h-10 min-w-36 flex-1')}
    />
  )
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted-foreground">{shopLabel}の会員から選びます。店舗は画面上部で切り替えられます。</p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {segments && segments.list.length > 0 && (
          <div>
            <label htmlFor={`${id}-segment`} className={label}>
              共有の条件
            </label>
            <select
              id={`${id}-segment`}
              defaultValue=""
              onChange={({ target }) => {
                const chosen = segments.list.find((segment) => segment.id === target.value)
                setFilter(chosen ? filterIn(chosen.search) : {})
              }}
              className={cn(inputClass, 'h-10')}
            >
              <option value="">使用しない</option>
              {segments.list.map((segment) => (
                <option key={segment.id} value={segment.id}>
                  {segment.name}
                </option>
              ))}
            </select>
          </div>
        )}
        <div>
          <label htmlFor={`${id}-contract`} className={label}>
            契約状態
          </label>
          <select
            id={`${id}-contract`}
            value={filter.contractStatus ?? ''}
            onChange={({ target }) =>
              set({ contractStatus: (target.value || undefined) as MailMemberFilter['contractStatus'] })
            }
            className={cn(inputClass, 'h-10')}
          >
            <option value="">すべて</option>
            {Object.entries(contractStatuses).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label htmlFor={`${id}-tag`} className={label}>
            タグ
          </label>
          <input
            id={`${id}-tag`}
            value={filter.tag ?? ''}
            maxLength={30}
            onChange={({ target }) => set({ tag: target.value || undefined })}
            onKeyDown={onKeyDown}
            className={cn(inputClass, 'h-10')}
          />
        </div>
        <div>
          <p className={label}>最終来館日</p>
          <div className="flex flex-wrap items-center gap-2">
            {day('lastVisitFrom', '最終来館日（この日以降）')}
            <span aria-hidden className="max-sm:hidden">
              〜
            </span>
            {day('lastVisitTo', '最終来館日（この日以前）')}
          </div>
          {(filter.lastVisitFrom || filter.lastVisitTo) && (
            <p className="mt-1 text-xs text-muted-foreground">
              {filter.lastVisitFrom ? '来館したことのない会員は含みません。' : '来館したことのない会員も含みます。'}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={apply}>この条件で選ぶ</Button>
        {Object.keys(filter).length > 0 && (
          <Button variant="outline" onClick={() => setFilter({})}>
            条件をクリア
          </Button>
        )}
      </div>
    </div>
  )
}
