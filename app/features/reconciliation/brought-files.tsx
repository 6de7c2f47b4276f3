import { useState } from 'react'
import type { Reconciliation } from '#contract/reconciliation.ts'
import { type ReconciledReport, reconciledReports } from '#contract/words/reconciliation.ts'
import { LastChange } from '~/auth/record-links'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { rehearsal, useServerMutation } from '~/data/mutation'
import { removeReconciliation } from '~/functions/reconciliation'
import { formatDateTime, formatMonth } from '~/lib/dates'

interface FilesProps {
  files: Reconciliation['files']
  month: string
  shopId: string | undefined
}

/** The files of the month: when they were made, and by whom they were brought. */
export function BroughtFiles({ files, month, shopId }: FilesProps) {
  const [chosen, setChosen] = useState<ReconciledReport>()
  const remove = useServerMutation(removeReconciliation, { invalidates: ['reconciliation'], done: '削除しました。' })
  const run = (report: ReconciledReport, options = {}) =>
    remove.mutateAsync({ data: { report, month, ...(shopId && { shopId }) }, ...options })
  return (
    <Card>
      <CardHeader>
        <CardTitle>読み込んだファイル</CardTitle>
      </CardHeader>
      <CardContent>
        <ul className="divide-y text-sm">
          {files.map(({ report, madeAt, broughtAt, broughtBy }) => (
            <li key={report} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-44 font-medium">
                {report} {reconciledReports[report]}
              </span>
              <span className="figures">ファイルの日時 {formatDateTime(madeAt)}</span>
              <span className="figures text-muted-foreground">
                読み込み <LastChange at={broughtAt} by={broughtBy} />
              </span>
              <Button
                variant="outline"
                className="ml-auto"
                aria-label={`${report}の数字を削除する`}
                onClick={() => setChosen(report)}
              >
                削除する
              </Button>
            </li>
          ))}
        </ul>
      </CardContent>
      {chosen && (
        <ConfirmDialog
          title="提供元の数字を削除"
          check={() => run(chosen, rehearsal)}
          onYes={async () => {
            await run(chosen)
            setChosen(undefined)
          }}
          onNo={() => setChosen(undefined)}
        >
          <p>
            {formatMonth(month)}の{chosen}
            の数字を、この画面から削除します。会員管理システムとこちらのデータは変わりません。ファイルを読み込むと、また表示できます。
          </p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
