import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type VisitClass, visitClasses } from '#contract/words/member.ts'
import { MemberName } from '~/auth/record-links'
import { PageTurns } from '~/components/page-turns'
import { FigureTable } from '~/components/report/figure-table'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { formatCount } from '~/lib/format'
import type { ScreenProps } from '../period'
import { classMembersQuery, pageSize, type RequestedVisits, type VisitsSearch } from './queries'

interface ClassMembersPanelProps extends ScreenProps<VisitsSearch> {
  group: VisitClass
  request: RequestedVisits
}

/** The members of a class, each with the reason in words. */
export function ClassMembersPanel({ group, search, request, onSearchChange }: ClassMembersPanelProps) {
  const page = search.page ?? 1
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...classMembersQuery({ ...request, class: group, offset: (page - 1) * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
  })
  const title = `${visitClasses[group]}の会員`
  const turn = (to: number) => onSearchChange({ ...search, page: to === 1 ? undefined : to })
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
          onClick={() => onSearchChange({ ...search, group: undefined, page: undefined })}
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
            <FigureTable
              caption={title}
              className="max-h-[560px]"
              head="氏名"
              rows={data.list}
              keyOf={({ memberNo }) => memberNo}
              nameOf={(one) => <MemberName id={one.userId}>{`${one.lastName}　${one.firstName}`}</MemberName>}
              columns={[
                { label: '会員番号', value: ({ memberNo }) => memberNo },
                { label: '店舗', value: ({ shopName }) => shopName },
                { label: '前の期間（日）', value: ({ visitsBefore }) => visitsBefore },
                { label: 'この期間（日）', value: ({ visits }) => visits },
                { label: '理由', value: ({ reason }) => reason },
              ]}
            />
            <PageTurns of={title} size={pageSize} total={data.paging.total} page={page} onTurn={turn} />
          </>
        )}
      </CardContent>
    </Card>
  )
}
