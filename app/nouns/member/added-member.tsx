import { Plus } from 'lucide-react'
import { birthdayText } from '#contract/birthday.ts'
import type { FoundMember } from './member-search'

/** A found member whom a list takes in. */
export const AddedMember = ({ row }: { row: FoundMember }) => (
  <>
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
  </>
)
