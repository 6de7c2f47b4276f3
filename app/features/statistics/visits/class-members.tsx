import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { MemberName } from '~/auth/record-links'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount } from '~/lib/format'
import { classMembersQuery, pageSize, type RequestedVisits, type VisitsSearch } from './queries'

interface ClassMembersPanelProps {
  group: VisitClass
  search: VisitsSearch
  request: RequestedVisits
  onSearchChange: (next: VisitsSearch) => void
}

/** The members of a class, each with the reason in words. */
export function ClassMembersPanel({ group, search, request, onSearchChange }: ClassMembersPanelProps) {
  const page = search.page ?? 1
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...classMembersQuery({ ...request, class: group, offset: (page - 1) * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  const title = `${visitClasses[group]}の会員`
  const turn = (to: number) => onSearchChange({ ...search, page: to === 1 ? undefined : to } as VisitsSearch)
  return (
    <Card aria-busy={isPlaceholderData}>
      <CardHeader>
        <CardTitle>
          {title}
          {data && (
            <span className="ml-2 text-sm font-normal text-muted-foreground">{formatCount(data.paging.total)}名</span>
          )}
        </CardTitle>
        <Button
          variant="outline"
          className="print:hidden"
          onClick={() => onSearchChange({ ...search, group: undefined, page: undefined } as VisitsSearch)}
        >
          一覧を閉じる
        </Button>
      </CardHeader>
      <CardContent>
        {error && !data ? (
          <FailedState title="会員を表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <p role="status" className="py-6 text-sm text-muted-foreground">
            計算中...
          </p>
        ) : (
          <>
            <ScrollTable caption={title} className="max-h-[560px]">
              <TableHead
                rows="氏名"
                columns={[
                  { label: '会員番号' },
                  { label: '店舗' },
                  { label: '前の期間（日）' },
                  { label: 'この期間（日）' },
                  { label: '理由' },
                ]}
              />
              <tbody>
                {data.list.map((one) => (
                  <tr key={one.memberNo}>
                    <RowHead>
                      <MemberName id={one.userId}>{`${one.lastName}　${one.firstName}`}</MemberName>
                    </RowHead>
                    <td className={cells.value}>{one.memberNo}</td>
                    <td className={cells.value}>{one.shopName}</td>
                    <td className={cells.value}>{one.visitsBefore}</td>
                    <td className={cells.value}>{one.visits}</td>
                    <td className={cells.value}>{one.reason}</td>
                  </tr>
                ))}
              </tbody>
            </ScrollTable>
            {data.paging.total > pageSize && (
              <nav aria-label={`${title}のページ`} className="mt-3 flex items-center justify-end gap-2 print:hidden">
                <span className="figures text-sm text-muted-foreground">
                  {formatCount((page - 1) * pageSize + 1)}〜{formatCount(Math.min(page * pageSize, data.paging.total))}
                  名目
                </span>
                <Button variant="outline" disabled={page === 1} onClick={() => turn(page - 1)}>
                  前へ
                </Button>
                <Button
                  variant="outline"
                  disabled={page * pageSize >= data.paging.total}
                  onClick={() => turn(page + 1)}
                >
                  次へ
                </Button>
              </nav>
            )}
          </>
        )}
      </CardContent>
    </Card>
  )
}
