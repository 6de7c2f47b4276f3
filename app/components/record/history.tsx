import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#contract/names.ts'
import { actionLabel } from '#contract/words/audit.ts'
import { type ReadFunction, serverQuery } from '~/data/query'
import { ChangeList } from './changes'
import { TabPages } from './tab-pages'
import { TabState } from './tab-state'

export interface HistoryOf {
  /** The record's id in the audit log: for members the user's id. */
  of: { resourceType: NonNullable<InputOf<'audit.list'>['resourceType']>; resourceId: string }
  /** The server function of `audit.list`. */
  read: ReadFunction<'audit.list'>
}

/** Changes on a page. */
const size = 20

const historyAt = ({ of, read }: HistoryOf, offset: number) =>
  serverQuery('audit.list', read)({ ...of, changed: 'true', offset, limit: size })

/** The first page of a record's changes, for a route's loader. */
export const historyQuery = (history: HistoryOf) => historyAt(history, 0)

/** 変更履歴 of a record: when, who, and each field before and after, the latest first. Needs `audit.read`. */
export function History({ noun, ...history }: HistoryOf & { noun: string }) {
  const [offset, setOffset] = useState(0)
  const query = useQuery({ ...historyAt(history, offset), placeholderData: keepPreviousData })
  return (
    <TabState
      query={query}
      noun="変更履歴"
      nothing={({ paging }) => (paging.total === 0 ? `この${noun}の変更はまだありません` : undefined)}
    >
      {({ list, paging }) => (
        <>
          <ChangeList of={history.of.resourceType} changes={list} beside={({ action }) => actionLabel(action)} />
          <TabPages paging={paging} size={size} onPage={(next = 0) => setOffset(next)} />
        </>
      )}
    </TabState>
  )
}
