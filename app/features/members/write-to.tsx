import type { MemberRow } from '#contract/member.ts'
import { WriteToAll, WriteToSelected } from './mail-links'
import type { MemberSearch } from './queries'

/** From the list to a new mail, to the selected rows or to all that its conditions meet. */
export default function WriteTo({ search, rows }: { search: MemberSearch; rows?: MemberRow[] }) {
  return rows ? <WriteToSelected rows={rows} shop={search.shop} /> : <WriteToAll search={search} />
}
