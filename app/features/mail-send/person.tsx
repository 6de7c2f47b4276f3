import { Link } from '@tanstack/react-router'
import type { MailPerson } from '#contract/mail.ts'

/** A person by name, number, shop and address. */
export const PersonText = ({ person }: { person: MailPerson }) => (
  <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1.2fr)] sm:items-baseline">
    <span className="min-w-0 wrap-anywhere">
      <Link
        to="/hacomono/members/$userId"
        params={{ userId: person.userId }}
        target="_blank"
        className="underline-offset-4 hover:underline"
      >
        {person.name}
      </Link>
      <span className="figures ml-2 text-xs text-muted-foreground">{person.memberNo}</span>
    </span>
    <span className="text-xs text-muted-foreground">{person.shopName}</span>
    <span className="text-xs text-muted-foreground wrap-anywhere">{person.email ?? '–'}</span>
  </span>
)
