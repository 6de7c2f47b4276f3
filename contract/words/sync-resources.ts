import type { ValueOf } from './words.ts'

/** What a run reads from the club system, in this order. */
export const syncResources = {
  rooms: 'ルーム',
  programs: 'プログラム',
  tickets: 'チケットの種類',
  members: '会員',
  lessons: 'レッスン',
  bookings: '予約',
  contracts: '契約',
  memberTickets: '会員のチケット',
  purchases: '売上',
} as const
export type SyncResource = ValueOf<typeof syncResources>
