import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Import, ImportRow } from '#contract/file-import.ts'
import { useCan } from '~/auth/session'
import { ActDialog } from '~/components/record/act-dialog'
import { TabPages } from '~/components/record/tab-pages'
import { TabState } from '~/components/record/tab-state'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { useServerMutation } from '~/data/mutation'
import { refuseImport, releaseImport } from '~/functions/file-import'
import { importRowsQuery, rowsPage } from './queries'

/** What head office does with a file that waits for it. */
export function WaitingActs({ file: { id, name, createdBy } }: { file: Import }) {
  const [dialog, setDialog] = useState<'release' | 'refuse'>()
  const release = useServerMutation(releaseImport, { invalidates: ['fileImport'], done: 'ファイルを通しました。' })
  const refuse = useServerMutation(refuseImport, { invalidates: ['fileImport'], done: 'ファイルを差し戻しました。' })
  const close = () => setDialog(undefined)
  const who = createdBy ? `${createdBy.displayName}さん` : '登録した人'
  return (
    <>
      <Button onClick={() => setDialog('release')}>通す</Button>
      <Button variant="outline" onClick={() => setDialog('refuse')}>
        差し戻す
      </Button>
      {dialog === 'release' && (
        <ActDialog
          title="確認待ちのファイルを通す"
          name={name}
          resource="fileImport"
          act={(call) => release.mutateAsync({ data: { id }, ...call })}
          onClose={close}
        >
          {who}に確認の結果を見せます。登録できない行がどれかも分かります。取り込むのは{who}です。
        </ActDialog>
      )}
      {dialog === 'refuse' && (
        <ActDialog
          title="確認待ちのファイルを差し戻す"
          name={name}
          destructive
          resource="fileImport"
          act={(call) => refuse.mutateAsync({ data: { id }, ...call })}
          onClose={close}
        >
          確認の結果を削除し、{who}には見せません。データは変わりません。
        </ActDialog>
      )}
    </>
  )
}

/** Why a file waits: for whoever brought it, and for head office. */
export function Waiting({ file }: { file: Import }) {
  const decides = useCan()('import.release')
  return (
    <>
      <p role="status" className="rounded-md bg-warning-surface px-4 py-2.5 text-sm text-warning">
        {decides
          ? '登録できない番号やメールアドレスが1日の上限（10件）を超えたため、確認の結果を本人に見せていません。下の行を確かめて、通すか差し戻してください。'
          : '登録できない番号やメールアドレスが今日の上限（10件）に達したため、本部が確認しています。本部が通すと、確認の結果を見て取り込めます。お急ぎの場合は本部に連絡してください。'}
      </p>
      {decides && <RefusedRows file={file} title="登録できない行" />}
    </>
  )
}

/** The refused rows of a file that nobody mends on the screen: it waits, or was written without them. */
export function RefusedRows({ file: { id }, title, acts }: { file: Import; title: string; acts?: ReactNode }) {
  const [offset, setOffset] = useState<number>()
  const query = useQuery({
    ...importRowsQuery(id, { outcome: 'refused', offset }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        {acts}
      </CardHeader>
      <CardContent>
        <TabState query={query} noun={title}>
          {({ list, paging }) => (
            <>
              <ul aria-label={title} className="divide-y rounded-md border">
                {list.map((row) => (
                  <Refused key={row.row} row={row} />
                ))}
              </ul>
              <TabPages paging={paging} size={rowsPage} onPage={setOffset} />
            </>
          )}
        </TabState>
      </CardContent>
    </Card>
  )
}

const Refused = ({ row: { row, column, reason, why, cells } }: { row: ImportRow }) => (
  <li className="px-3 py-2.5 text-sm">
    <p className="figures flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <span className="text-xs text-muted-foreground">{row}行目</span>
      <span className="font-medium">{why ?? [column, reason].filter(Boolean).join(': ')}</span>
    </p>
    <p className="mt-1 text-xs text-muted-foreground wrap-anywhere">{cells.filter(Boolean).join('、')}</p>
  </li>
)
