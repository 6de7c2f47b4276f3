import type { Member } from '#contract/member.ts'
import { mailTemplateList } from '#contract/words/mail.ts'
import { type ReadFunction, recordQuery, serverQuery } from '~/data/query'
import { getMailSender } from '~/functions/mail'
import { getMailTemplate, listMailTemplates } from '~/functions/mail-template'
import { getMember, listMembers } from '~/functions/member'
import { getShop } from '~/functions/shop'
import type { SearchOf } from '~/lib/list-search'
import type { ShopChoice } from '~/shop/selected-shop'
import { shopListRequest, shopListSearch } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's. */
export const mailTemplateSearch = shopListSearch(mailTemplateList)
export type MailTemplateSearch = SearchOf<typeof mailTemplateSearch>

/** The list's input for a URL. */
export const requestedMailTemplates = (search: MailTemplateSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(mailTemplateList, search, shops)

/** One page of the templates of one shop with the common ones, or of every shop in scope. */
export const mailTemplateListQuery = shopQuery('mailTemplate.list', listMailTemplates)

/** One template, for its form. */
export const mailTemplateQuery = recordQuery('mailTemplate.get', getMailTemplate)

/** Sample member of the preview: the first one with a contract, of this shop or of any. */
export const firstMemberQuery = (shopId: string | null) =>
  serverQuery(
    'member.list',
    listMembers,
  )({
    contractStatus: 'active',
    limit: 1,
    ...(shopId !== null && { shopId }),
  })

/** That member with their tickets. */
export const sampleMemberQuery = (id: string) =>
  serverQuery('member.get', getMember as ReadFunction<'member.get', Member>)({ id, type: 'member' })

/** The shop in the legally required footer. */
export const sampleShopQuery = (id: string) => serverQuery('shop.get', getShop)({ id })

/** Who writes to the members of a shop; without one: of any. */
export const senderQuery = (shopId: string | undefined) =>
  serverQuery('mail.sender', getMailSender)(shopId === undefined ? {} : { shopId })
