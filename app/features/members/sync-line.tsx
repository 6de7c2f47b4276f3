import type { Member } from '#contract/member.ts'
import { broughtFacts } from '#contract/words/member.ts'
import { formatDateTime } from '~/lib/dates'
import { ClubAdminLink } from '~/nouns/club-system/club-admin-link'

/** Last synchronisation with the club system, and a link to it. */
export function SyncLine({ member: { lastSyncedAt, ofFile } }: { member: Pick<Member, 'lastSyncedAt' | 'ofFile'> }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-xs text-muted-foreground">
      <span className="figures">最終同期 {lastSyncedAt ? formatDateTime(lastSyncedAt) : '–'}</span>
      <ClubAdminLink />
      {ofFile.length > 0 && (
        <span className="w-full">
          ファイルの値（同期で変わりません）: {ofFile.map((fact) => broughtFacts[fact]).join('・')}
        </span>
      )}
    </div>
  )
}
