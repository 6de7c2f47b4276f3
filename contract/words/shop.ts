import { enabledFlags, ownerTypes, publicationStatuses } from './common.ts'
import type { ListWords } from './list.ts'

export const planCategories = {
  monthly: '月会費',
  daytime: '平日・デイタイム',
  countLimited: '回数制',
  student: '学生',
  corporate: '法人',
  suspension: '休会',
  option: 'オプション',
  other: 'その他',
} as const

export const ticketTypes = { trial: '体験', reservation: '通常予約', entry: '入退館', school: 'スクール' } as const

/** How a member got a ticket. */
export const ticketSources = {
  purchase: '購入',
  planAuto: 'プラン自動',
  staffGrant: 'スタッフ',
  carryOver: '繰越',
} as const

export const shopList = {
  sortKeys: ['sortOrder', 'code', 'name', 'memberCount'],
  defaultSort: 'sortOrder',
  filters: { ownerType: ownerTypes, enabledOnlineRsv: enabledFlags, status: publicationStatuses },
} as const satisfies ListWords

/** Whether a plan includes the LEAN BODY contents. */
export const leanBodyFlags = { true: 'LEAN BODY付き', false: 'LEAN BODYなし' } as const

export const shopPlanList = {
  sortKeys: ['code', 'name', 'priceMonthly', 'contractorCount'],
  defaultSort: 'code',
  filters: { category: planCategories, status: publicationStatuses, withLeanBodyContent: leanBodyFlags },
} as const satisfies ListWords

export const shopTicketList = {
  sortKeys: ['code', 'name', 'price', 'soldNum', 'remainingNum'],
  defaultSort: 'code',
  filters: { type: ticketTypes, status: publicationStatuses },
} as const satisfies ListWords

/** Days within which joined plans can be two again. */
export const joinedPlanDays = 30
