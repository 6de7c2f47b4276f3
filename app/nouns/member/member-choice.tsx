import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { birthdayText } from '#contract/birthday.ts'
import { Button } from '~/components/ui/button'
import { type FindMembers, type FoundMember, MemberSearch } from './member-search'

interface MemberChoiceProps {
  id: string
  find: FindMembers
  /** The user's id of the chosen member. */
  value: string | null
  /** The member's name from the screen's data; a newly chosen one is known here. */
  name: string | undefined
  onChange: (id: string | null) => void
}

const nameOf = ({ lastName, firstName, memberNo }: FoundMember) => `${lastName}\u3000${firstName}（${memberNo}）`

/** Chooses one member by part of a name or number. */
export function MemberChoice({ id, find, value, name, onChange }: MemberChoiceProps) {
  const [chosen, setChosen] = useState<{ id: string; name: string }>()
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
    <div ref={place}>
      <MemberSearch
        id={id}
        placeholder="氏名・会員番号・電話番号で検索"
        find={find}
        onTake={(row) => {
          setChosen({ id: row.id, name: nameOf(row) })
          take(row.id)
        }}
      >
        {(row) => (
          <span className="wrap-anywhere">
            {nameOf(row)}
            {row.foundBirthday && (
              <span className="ml-2 text-xs text-muted-foreground">{birthdayText(row.foundBirthday)}生</span>
            )}
          </span>
        )}
      </MemberSearch>
    </div>
  )
}
