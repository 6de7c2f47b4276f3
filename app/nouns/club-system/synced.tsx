import { formatDateTime } from '~/lib/dates'
import { ClubAdminLink } from './club-admin-link'

/** Last synchronisation with the club system, and a link to it. Lists show it at the end of their first line, records below everything. */
export const Synced = ({ at }: { at: string | null | undefined }) => (
  <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted-foreground">
    {/* Reserves the width of a timestamp, so that nothing shifts. */}
    <span className="min-w-44">{at !== undefined && `最終同期 ${at ? formatDateTime(at) : '–'}`}</span>
    <ClubAdminLink className="print:hidden" />
  </p>
)

/** The newest of the rows' synchronisations, for a list of rows that say when each was. */
export const newestOf = (rows: readonly { lastSyncedAt: string | null }[] | undefined) =>
  rows?.reduce<string | null>((last, { lastSyncedAt }) => {
    return lastSyncedAt !== null && lastSyncedAt > (last ?? '') ? lastSyncedAt : last
  }, null)
