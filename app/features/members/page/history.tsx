import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChangeList } from '~/components/record/changes'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { ImportsOfMember } from './imports-of-member'
import { withOffset } from './offset'
import { historyQuery, pageLength, type TabSearch } from './queries'

interface HistoryProps {
  userId: string
  search: TabSearch
  onSearchChange: (search: TabSearch) => void
}

/** 変更履歴 of this member. */
export function History({ userId, search, onSearchChange }: HistoryProps) {
  const query = useQuery({ ...historyQuery(userId, search), placeholderData: keepPreviousData })
  return (
    <TabState
      query={query}
      noun="変更履歴"
      nothing={({ paging, imports }) =>
        paging.total === 0 && imports.length === 0 ? 'この会員の変更はまだありません' : undefined
      }
    >
      {({ list, paging, imports }) => (
        <>
          {imports.length > 0 && <ImportsOfMember imports={imports} />}
          {list.length > 0 && <ChangeList of="member" changes={list} />}
          <TabPages paging={paging} size={pageLength} onPage={(offset) => onSearchChange(withOffset(search, offset))} />
        </>
      )}
    </TabState>
  )
}
