import type { Member } from '#contract/member.ts'
import { broughtFacts } from '#contract/words/member.ts'
import { Synced } from '~/nouns/club-system/synced'

/** Last synchronisation with the club system, and which values it does not change. */
export const SyncLine = ({ member: { lastSyncedAt, ofFile } }: { member: Pick<Member, 'lastSyncedAt' | 'ofFile'> }) => (
  <div className="space-y-2 border-t pt-4 text-xs text-muted-foreground">
    <Synced at={lastSyncedAt} />
    {ofFile.length > 0 && (
      <p>こちらの値を使用中（同期で変わりません）: {ofFile.map((fact) => broughtFacts[fact]).join('・')}</p>
    )}
  </div>
)
