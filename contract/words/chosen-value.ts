import { importKinds } from './import.ts'
import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

const { member, contract, ticket, booking, sale } = importKinds

/** Kinds of rows whose values a person can choose over the club system's. */
export const chosenKinds = { member, contract, ticket, booking, sale } as const
export type ChosenKind = ValueOf<typeof chosenKinds>

export const chosenValueList = {
  sortKeys: ['memberNo'],
  defaultSort: 'memberNo',
  filters: { kind: chosenKinds },
} as const satisfies ListWords

/** Rows that are let go at once. */
export const mostLetGo = 500
