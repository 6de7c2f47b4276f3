import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { birthdayText } from '#contract/birthday.ts'
import type { AnswerOf } from '#contract/names.ts'
import { inputClass } from '~/components/fields/field-frame'
import { Button } from '~/components/ui/button'
import { isComposing } from '~/lib/composing'
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

/** Chooses one member by part of a name or number: arrow keys go through those found, Enter takes one, Escape goes back. */
export function MemberChoice({ id, find, value, name, onChange }: MemberChoiceProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
  const keyword = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...find(keyword),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const place = useRef<HTMLDivElement>(null)
  const [isMoving, setMoving] = useState(false)
  // Choosing and removing replace the focused element.
  useEffect(() => {
    if (!isMoving) return
    setMoving(false)
    place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [isMoving])
  const take = (id: string | null) => {
    setMoving(true)
    onChange(id)
  }
  const offered = keyword === '' ? [] : (data?.list ?? [])
  if (value !== null) {
    const shown = chosen?.id === value ? chosen.name : (name ?? `会員 ${value}`)
    return (
      <div
        ref={place}
        className="flex min-h-10 items-center justify-between gap-2 rounded-md border bg-card pl-3 text-sm"
      >
        <span className="wrap-anywhere">{shown}</span>
        <Button variant="ghost" size="icon" aria-label={`${shown}を外す`} onClick={() => take(null)}>
          <X aria-hidden />
        </Button>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the input and the buttons inside
    <div ref={place} onKeyDown={stepThrough}>
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
                    take(row.id)
                  }}
                  className="flex min-h-10 w-full items-center px-3 py-1.5 text-left text-sm wrap-anywhere hover:bg-muted focus-visible:bg-muted"
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
    </div>
  )
}

/** Arrow keys between the input and those found; Enter in the input takes the first, Escape leads back to it. */
function stepThrough(event: KeyboardEvent<HTMLElement>) {
  if (isComposing(event)) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li button')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Enter' && at === 0) stops[1]?.click()
  else if (event.key === 'ArrowDown') stops[Math.min(at + 1, stops.length - 1)]?.focus()
  else if (event.key === 'ArrowUp') stops[Math.max(at - 1, 0)]?.focus()
  else if (event.key === 'Escape' && at > 0) stops[0]?.focus()
  else return
  event.preventDefault()
}
