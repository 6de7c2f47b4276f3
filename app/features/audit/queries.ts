import { auditList } from '#contract/words/audit.ts'
import { everyPage, serverQuery } from '~/data/query'
import { getAudit, listAudit } from '~/functions/audit'
import { listStaff } from '~/functions/staff'
import { anId, listRequest, listSearch, type SearchOf } from '~/lib/list-search'
import { readsMemberId } from '~/lib/user-id'

/** Search of the list's URL. Without the header's shop: many actions belong to no shop. */
export const auditSearch = readsMemberId(
  listSearch({
    ...auditList,
    filters: { ...auditList.filters, staffId: anId, userId: anId, shopId: anId },
  }),
)
export type AuditSearch = SearchOf<typeof auditSearch>

/** The list's input for a URL. */
export const requestedAudit = (search: AuditSearch) => listRequest(auditList, search)

/** One page of the list. */
export const auditListQuery = (search: AuditSearch) => serverQuery('audit.list', listAudit)(requestedAudit(search))

/** One entry, for the sheet. Entries never change. */
export const auditQuery = (id: string) => ({
  ...serverQuery('audit.get', getAudit)({ id }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Staff, for the actor filter. */
export const actorsQuery = serverQuery('staff.list', everyPage(listStaff))({ limit: 500 })
