import type { MemberRow } from '#contract/member.ts'
import { WriteToAll, WriteToSelected } from './mail-links'
import { ActOnSelected } from './outreach/act-on-selected'
import type { MemberSearch } from './queries'

/** Starts a mail from the list, to the selected or to all matching members. */
export default function WriteTo({ search, rows }: { search: MemberSearch; rows?: MemberRow[] }) {
  if (!rows) return <WriteToAll search={search} />
  return (
    <>
      <WriteToSelected rows={rows} shop={search.shop} />
      <ActOnSelected rows={rows} shop={search.shop} />
    </>
  )
}
