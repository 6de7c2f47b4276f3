import type { MailLog } from '#contract/mail.ts'
import type { InputOf } from '#contract/names.ts'
import { mailLogList, secondsToCallBack } from '#contract/words/mail.ts'
import { recordQuery, serverQuery } from '~/data/query'
import { getMailLog, listMailLogs, listMailRecipients } from '~/functions/mail-log'
import { anId, listSearch, type SearchOf } from '~/lib/list-search'
import { type ShopChoice, shopFilter } from '~/shop/selected-shop'
import { shopListRequest } from '~/shop/shop-list-search'
import { shopQuery } from '~/shop/shop-query'

/** What the URL of the list may say; `shop` is the header's, `userId` the user's id of a member. */
export const mailLogSearch = listSearch({
  ...mailLogList,
  filters: {
    shop: shopFilter,
    ...mailLogList.filters,
    ...{ userId: anId, senderStaffId: anId, templateId: anId, stepId: anId },
    /** In addresses of an older release, a number that the API alone can read. Goes with 0.2.0 (decision 0054). */
    memberId: anId,
  },
})
export type MailLogSearch = SearchOf<typeof mailLogSearch>

export const requestedLogs = (search: MailLogSearch, shops?: readonly ShopChoice[]) =>
  shopListRequest(mailLogList, search, shops)

/** One page of the list. */
export const mailLogListQuery = shopQuery('mailLog.list', listMailLogs)

export const mailLogQuery = recordQuery('mailLog.get', getMailLog)

/** Whether a mail changes by itself: while sending, and shortly before. */
const soon = 2 * secondsToCallBack * 1000
export const isMoving = ({ status, sendAt, isPaused }: MailLog, now = Date.now()) =>
  (status === 'sending' && !isPaused) || (status === 'scheduled' && Date.parse(sendAt) - now < soon)
/** Polling interval in milliseconds, while the page is visible. */
export const readEvery = 2_000
/** Polling interval in milliseconds while the mail server takes no letters. */
const whilePaused = 30_000
/** Maximum delay of a browser timer. */
const longest = 2 ** 31 - 1

/** Milliseconds until the next poll; for a scheduled mail until it starts. */
export function readAgainAfter(mail: MailLog, now = Date.now()): number | false {
  if (mail.isPaused) return whilePaused
  if (isMoving(mail, now)) return readEvery
  return mail.status === 'scheduled' && Math.min(Date.parse(mail.sendAt) - now - soon + readEvery, longest)
}

/** Receivers on a page. */
export const recipientsPage = 20

export type RecipientFilter = Pick<InputOf<'mailLog.recipients'>, 'status' | 'reason' | 'keyword' | 'offset'>

export const recipientsQuery = (id: string, filter: RecipientFilter) =>
  serverQuery('mailLog.recipients', listMailRecipients)({ id, ...filter, limit: recipientsPage, sortDir: 'asc' })
