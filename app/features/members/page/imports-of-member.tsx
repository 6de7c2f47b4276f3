import { Link } from '@tanstack/react-router'
import type { ImportOfMember } from '#contract/member.ts'
import { importKinds } from '#contract/words/import.ts'
import { formatDateTime } from '~/lib/dates'

/** The files that have written something of a member: when, which, who. Links for who may open the import. */
export const ImportsOfMember = ({ imports }: { imports: readonly ImportOfMember[] }) => (
  <section aria-labelledby="imports-of-member" className="mb-4 rounded-lg border bg-card px-4 py-3 text-sm shadow-card">
    <h3 id="imports-of-member" className="font-semibold">
      ファイルの取り込み
    </h3>
    <ul className="mt-2 space-y-1.5">
      {imports.map(({ id, kind, name, writtenAt, undoneAt, by, isMade, mayOpen }) => (
        <li key={id} className="flex flex-wrap gap-x-3">
          <span className="figures">{formatDateTime(writtenAt)}</span>
          <span className="font-medium">{by?.displayName ?? 'コマンド'}</span>
          <span className="min-w-0 wrap-anywhere">
            {mayOpen ? (
              <Link
                to="/other-settings/imports/$importId"
                params={{ importId: id }}
                className="text-primary underline underline-offset-4"
              >
                {name}
              </Link>
            ) : (
              name
            )}
            （{importKinds[kind]}）{isMade ? 'で登録' : 'から書き込み'}
          </span>
          {undoneAt && <span className="text-muted-foreground">{formatDateTime(undoneAt)}に取り消し済み</span>}
        </li>
      ))}
    </ul>
  </section>
)
