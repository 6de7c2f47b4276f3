import type { ListWords } from './list.ts'
import type { ValueOf } from './words.ts'

/** Whom the club system no longer has, and who has moved to a studio that is left out. */
export const missingKinds = { missing: '消えた会員', moved: '転出' } as const
export type MissingKind = ValueOf<typeof missingKinds>

/** What has become of a member whom the club system no longer has. */
export const missingStates = {
  waiting: '判断待ち',
  /** Somebody has decided so; it is done within minutes, after another query of the club system. */
  closing: '退会の処理中',
  closed: '退会',
  /** The club system does not have them, and they stay all the same. */
  kept: '在籍のまま',
  reopening: '退会の取り消し中',
  /** The club system has them again. */
  returned: '戻った',
} as const
export type MissingState = ValueOf<typeof missingStates>

const movedStates = {
  movedClosing: '転出の処理中',
  movedClosed: '転出',
  movedReopening: '転出の取り消し中',
} as const

/** As list, member's page and 操作履歴 name them: who has moved has not left the club. */
export const shownMissingStates = { ...missingStates, ...movedStates } as const
type ShownMissingState = ValueOf<typeof shownMissingStates>

/** By which the state is named. */
export function shownMissingState({ kind, state }: { kind: MissingKind; state: MissingState }): ShownMissingState {
  const moved = `moved${state[0]?.toUpperCase()}${state.slice(1)}`
  return kind === 'moved' && moved in movedStates ? (moved as keyof typeof movedStates) : state
}

/** Members that a run has closed by itself, in the last days. */
export const closedByRuns = { week: '7日以内' } as const
export const daysClosedByRuns = 7

/** Why a run has left the decision to a person. */
export const missingReasons = {
  many: '同じ店舗で多くの会員が消えたため',
  uncovered: '取得できた会員が少なすぎるため',
  answered: 'スタジオの対応付けの回答によるため',
} as const

/** What is decided, and for members in which states. */
export const missingDecisions = { close: '退会にする', keep: '在籍のままにする' } as const
export type MissingDecision = ValueOf<typeof missingDecisions>
export const decidedFrom = {
  close: ['waiting', 'kept'],
  keep: ['waiting', 'closed'],
} as const satisfies Record<MissingDecision, readonly MissingState[]>

/** What the shop says. */
export const missingAnswers = { none: '未回答', enrolled: '在籍しています' } as const

export const missingMemberList = {
  sortKeys: ['missingSince', 'lastSeenOn', 'memberNo'],
  defaultSort: '-missingSince',
  filters: { kind: missingKinds, state: missingStates, answer: missingAnswers, byRun: closedByRuns },
} as const satisfies ListWords

/** Members of one decision or answer. */
export const mostAtOnce = 500
