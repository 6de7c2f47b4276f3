import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { birthdayText } from '#contract/birthday.ts'
import { inputClass } from '~/components/fields/field-frame'
import { cn } from '~/lib/utils'
import { useSelectedShop } from '~/shop/selected-shop'
import { foundQuery, mostByHand } from './queries'

interface FindMembersProps {
  chosen: readonly string[]
  shop: string | undefined
  onAdd: (userId: string) => void
}

/** Adds members one by one, by part of a name or number. */
export function FindMembers({ chosen, shop, onAdd }: FindMembersProps) {
  const { shopId } = useSelectedShop(shop)
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...foundQuery(keyword, shopId),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  if (chosen.length >= mostByHand) {
    return <p className="text-sm">宛先を手動で選べるのは{mostByHand}名までです。条件で選ぶこともできます。</p>
  }
  const offered = keyword === '' ? [] : (data?.list ?? []).filter(({ id }) => !chosen.includes(id))
  return (
    <>
      <input
        type="search"
        aria-label="会員を検索"
        autoComplete="off"
        maxLength={100}
        placeholder="氏名・フリガナ・会員番号・電話番号・生年月日"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          // Enter would submit the surrounding form.
          if (event.key === 'Enter') event.preventDefault()
        }}
        className={cn(inputClass, 'h-10 sm:max-w-120')}
      />
      {offered.length > 0 && (
        <ul aria-label="見つかった会員" className="mt-2 divide-y rounded-md border">
          {offered.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                onClick={() => {
                  onAdd(row.id)
                  setTyped('')
                }}
                className="flex min-h-10 w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-muted"
              >
                <Plus aria-hidden className="size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">
                  {row.lastName}
                  {'\u3000'}
                  {row.firstName}
                  <span className="figures ml-2 text-xs text-muted-foreground">
                    {row.foundBirthday && `${birthdayText(row.foundBirthday)}生 `}
                    {row.memberNo} {row.shop.name}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-2 text-sm text-muted-foreground">
        {keyword !== '' && data && `${offered.length}名見つかりました。選ぶと宛先に加わります。`}
      </p>
    </>
  )
}
