import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { birthdayText } from '#contract/birthday.ts'
import type { AnswerOf } from '#contract/names.ts'
import { inputClass } from '~/components/fields/field-frame'
import { Button } from '~/components/ui/button'
import { cn } from '~/lib/utils'

// biome-ignore lint/suspicious/noExplicitAny: any shape of query key is allowed
type FindMembers = (keyword: string) => UseQueryOptions<AnswerOf<'member.list'>, Error, AnswerOf<'member.list'>, any>

interface MemberChoiceProps {
  id: string
  /** A few members that match part of a name or number, or a telephone number or birthday. */
  find: FindMembers
  /** The user's id of the chosen member. */
  value: string | null
  /** The member's name from the screen's data; a newly chosen one is known here. */
  name: string | undefined
  onChange: (id: string | null) => void
}

/** Chooses one member by part of a name or number. */
export function MemberChoice({ id, find, value, name, onChange }: MemberChoiceProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  const keyword = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...find(keyword),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const offered = keyword === '' ? [] : (data?.list ?? [])
  if (value !== null) {
    const shown = chosen?.id === value ? chosen.name : (name ?? `会員 ${value}`)
    return (
      <div className="flex min-h-10 items-center justify-between gap-2 rounded-md border bg-card pl-3 text-sm">
        <span className="wrap-anywhere">{shown}</span>
        <Button variant="ghost" size="icon" aria-label={`${shown}を外す`} onClick={() => onChange(null)}>
          <X aria-hidden />
        </Button>
      </div>
    )
  }
  return (
    <>
      <input
        id={id}
        type="search"
        autoComplete="off"
        maxLength={100}
        placeholder="氏名・会員番号・電話番号で検索"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={cn(inputClass, 'h-10')}
      />
      {offered.length > 0 && (
        <ul aria-label="見つかった会員" className="mt-1 divide-y rounded-md border bg-card">
          {offered.map((row) => {
            const found = `${row.lastName}\u3000${row.firstName}（${row.memberNo}）`
            return (
              <li key={row.id}>
                <button
                  type="button"
                  onClick={() => {
                    setChosen({ id: row.id, name: found })
                    setTyped('')
                    onChange(row.id)
                  }}
                  className="flex min-h-10 w-full items-center px-3 py-1.5 text-left text-sm wrap-anywhere hover:bg-muted"
                >
                  {found}
                  {row.foundBirthday && (
                    <span className="ml-2 text-xs text-muted-foreground">{birthdayText(row.foundBirthday)}生</span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <p role="status" className="sr-only">
        {keyword !== '' && `${offered.length}名見つかりました。`}
      </p>
    </>
  )
}
