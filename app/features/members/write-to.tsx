import type { MemberRow } from '#contract/member.ts'
import { WriteToAll, WriteToSelected } from './mail-links'
import type { MemberSearch } from './queries'

/** Starts a mail from the list, to the selected or to all matching members. */
export default function WriteTo({ search, rows }: { search: MemberSearch; rows?: MemberRow[] }) {
  return rows ? <WriteToSelected rows={rows} shop={search.shop} /> : <WriteToAll search={search} />
}
