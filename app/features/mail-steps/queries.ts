import { type enrolmentList, mailStepList } from '#contract/words/mail-step.ts'
import { everyPage, recordQuery, serverQuery } from '~/data/query'
import { getMailStep, listMailStepEnrolments, listMailSteps, tryMailStep } from '~/functions/mail-step'
import { listMailTemplates } from '~/functions/mail-template'
import { listMembers } from '~/functions/member'
import { listShopPlans } from '~/functions/shop-plan'
import { listRequest, listSearch, type SearchOf } from '~/lib/list-search'

/** What the URL of the list may say. */
export const mailStepSearch = listSearch(mailStepList)
export type MailStepSearch = SearchOf<typeof mailStepSearch>

/** One page of the scenarios. */
export const mailStepListQuery = (search: MailStepSearch) =>
  serverQuery('mailStep.list', listMailSteps)(listRequest(mailStepList, search))

/** One scenario, for its form. */
export const mailStepQuery = recordQuery('mailStep.get', getMailStep)

/** Dry run for last month; refetched after a change. */
export const dryRunQuery = (id: string) => ({
  ...serverQuery('mailStep.dryRun', tryMailStep)({ id }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Filter of the enrolments. */
export interface EnrolmentChoice {
  keyword: string
  state: keyof typeof enrolmentList.filters.state | ''
  offset: number
}
export const enrolmentsAPage = 20

/** One page of enrolments. */
export const enrolmentsQuery = (id: string, { keyword, state, offset }: EnrolmentChoice) =>
  serverQuery(
    'mailStep.enrolments',
    listMailStepEnrolments,
  )({ id, offset, limit: enrolmentsAPage, ...(keyword !== '' && { keyword }), ...(state !== '' && { state }) })

/** Templates that a step can send; assumes fewer than 500. */
export const templatesQuery = serverQuery(
  'mailTemplate.list',
  listMailTemplates,
)({ sortKey: 'name', sortDir: 'asc', limit: 500 })

/** The plans to choose from. */
export const plansQuery = serverQuery('shopPlan.list', everyPage(listShopPlans))({ limit: 200 })

/** Members by name or number. */
export const foundMembersQuery = (keyword: string) => serverQuery('member.list', listMembers)({ keyword, limit: 6 })
