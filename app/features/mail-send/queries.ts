import type { MailAudience, MailMemberFilter } from '#contract/mail.ts'
import type { InputOf } from '#contract/names.ts'
import { memberList } from '#contract/words/member-list.ts'
import { everyPage, recordQuery, serverQuery } from '~/data/query'
import { getMailSender, previewMail } from '~/functions/mail'
import { getMailLog } from '~/functions/mail-log'
import { getMailTemplate, listMailTemplates } from '~/functions/mail-template'
import { listMembers } from '~/functions/member'
import { listShopPlans } from '~/functions/shop-plan'
import { listSearch, oneOf, type SearchOf } from '~/lib/list-search'
import { shopFilter } from '~/shop/selected-shop'
import { shopQuery } from '~/shop/shop-query'

/** Maximum of hand-picked recipients. */
export const mostByHand = 500

const recordId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? text : undefined)
const recordIds = (text: string) => (/^[1-9]\d{0,9}(\.[1-9]\d{0,9})*$/.test(text) ? text : undefined)

/** What the URL may say: the members' list's own conditions, or members by their users' ids, and what the mail begins with. */
const read = listSearch({
  ...memberList,
  filters: {
    ...memberList.filters,
    shop: shopFilter,
    /** Whether the filters define the audience; without it nobody has been chosen. */
    to: oneOf('filter'),
    users: recordIds,
    /** The kind that the mail begins with. */
    category: oneOf('transactional'),
    template: recordId,
    /** An earlier mail to copy. */
    again: recordId,
  },
})
export const newMailSearch = (raw: Record<string, unknown>) => {
  const { offset: _, limit: __, sort: ___, ...search } = read(raw)
  return search
}
export type NewMailSearch = SearchOf<typeof newMailSearch>

/** Empty audience. */
export const noReceivers: MailAudience = { by: 'members', userIds: [] }

/**
 * A draft of an older release names people by numbers that are no users' ids: whom it is for is chosen anew. Goes with
 * 0.2.0 (decision 0054).
 */
export function withKnownReceivers<Values extends { to: MailAudience }>(values: Values): Values {
  const { without = [], ...to } = values.to as MailAudience & { without?: string[] }
  return { ...values, to: 'memberIds' in to || without.length > 0 ? noReceivers : to }
}

/** The audience in the URL. The selected shop is added where it is used. */
export function audienceIn(search: NewMailSearch): MailAudience {
  const { shop: _, to, users, template: __, again, category: ___, ...filter } = search
  if (users !== undefined) return { by: 'members', userIds: [...new Set(users.split('.'))].slice(0, mostByHand) }
  if (to === 'filter') return { by: 'filter', filter: definedIn(filter), withoutUserIds: [] }
  return again === undefined ? noReceivers : { by: 'mail', mailId: again, withoutUserIds: [] }
}

const definedIn = (filter: { [K in keyof MailMemberFilter]: MailMemberFilter[K] | undefined }) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as MailMemberFilter

/** Restricts an audience by filters to the selected shop. */
export const ofShop = (to: MailAudience, shopId: string | undefined): MailAudience =>
  to.by !== 'filter' || shopId === undefined ? to : { ...to, filter: { ...to.filter, shopId } }

export const isNobody = (to: MailAudience) => to.by === 'members' && to.userIds.length === 0

/** Page size of recipients and excluded members. */
export const peoplePage = 20

/** Parameters of a preview, without paging. */
export type PreviewParams = Pick<InputOf<'mail.preview'>, 'category' | 'to' | 'includesSleeping'>

/** Current recipients, and excluded members. */
export const previewQuery = (input: InputOf<'mail.preview'>) => ({
  ...serverQuery('mail.preview', previewMail)(input),
  staleTime: 0,
})

export const templatesQuery = (shopId: string | undefined) =>
  shopQuery(
    'mailTemplate.list',
    listMailTemplates,
  )({
    status: 'active',
    sortKey: 'name',
    sortDir: 'asc',
    limit: 500,
    ...(shopId !== undefined && { shopId }),
  })
export const templateQuery = recordQuery('mailTemplate.get', getMailTemplate)
export const sentMailQuery = recordQuery('mailLog.get', getMailLog)

/** The plans to choose from. */
export const plansQuery = serverQuery('shopPlan.list', everyPage(listShopPlans))({ limit: 200 })

/** How many members match conditions, in the selected shops. */
export const matchingQuery = (filter: MailMemberFilter, shopId: string | undefined) =>
  serverQuery('member.list', listMembers)({ ...filter, limit: 1, ...(shopId !== undefined && { shopId }) })

/** Members by part of a name or number. */
export const foundQuery = (keyword: string, shopId: string | undefined) =>
  serverQuery('member.list', listMembers)({ keyword, limit: 8, ...(shopId !== undefined && { shopId }) })

/** Who writes to the members of a shop; without one: of any. */
export const senderQuery = (shopId: string | undefined) =>
  serverQuery('mail.sender', getMailSender)(shopId === undefined ? {} : { shopId })
