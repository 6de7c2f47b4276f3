import { ExternalLink } from 'lucide-react'
import type { Member } from '#contract/member.ts'
import { publicConfig } from '~/lib/config'
import { formatDateTime } from '~/lib/dates'

/** When the club system was read last, and the way to it. */
export function SyncLine({ member: { lastSyncedAt } }: { member: Pick<Member, 'lastSyncedAt'> }) {
  const { clubAdminUrl } = publicConfig()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-xs text-muted-foreground">
      <span className="figures">最終同期 {lastSyncedAt ? formatDateTime(lastSyncedAt) : '–'}</span>
      {clubAdminUrl && (
        <a
          href={clubAdminUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 font-medium text-primary underline underline-offset-4"
        >
          hacomonoで開く
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </div>
  )
}
