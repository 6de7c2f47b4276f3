import { useEffect, useRef, useState } from 'react'
import { filenameOf, notifyCsvFailure, offerFile, readCsv } from '~/data/csv-file'
import { formatCount } from '~/lib/format'
import { notify } from '~/lib/notices'
import { ConfirmDialog } from '../dialogs/confirm-dialog'
import { Button } from '../ui/button'
import { Progress } from '../ui/progress'

interface Props {
  /** Rows of the whole filtered list. */
  total: number | undefined
  /** There are more than `total` rows; the exact number is unknown. */
  isAtLeast?: boolean | undefined
  title: string
  save: (signal: AbortSignal) => Promise<Response>
  onClose: () => void
}

/** Confirms the number of rows, then shows progress and can be cancelled. */
export default function CsvExport({ total = 0, isAtLeast = false, title, save, onClose }: Props) {
  // The list may change during an export: keeps the confirmed number.
  const [agreed, setAgreed] = useState<{ total: number; isAtLeast: boolean; save: Props['save'] }>()
  if (!agreed) {
    return (
      <ConfirmDialog
        check="nothing"
        title={`${title}のCSV出力`}
        yes="出力する"
        no="キャンセル"
        onYes={() => setAgreed({ total, isAtLeast, save })}
        onNo={onClose}
      >
        <p className="text-lg font-semibold">
          {formatCount(total)}件{isAtLeast && '以上'}をCSVに出力します
        </p>
        <p className="mt-2 text-muted-foreground">
          今の検索・絞り込みの条件に合うすべての行が対象です。ファイルには個人情報が含まれる場合があります。出力した日時と条件は操作履歴に記録されます。
        </p>
      </ConfirmDialog>
    )
  }
  return <Export {...agreed} title={title} onClose={onClose} />
}

function Export({ total, isAtLeast, title, save, onClose }: Omit<Props, 'total'> & { total: number }) {
  const [rows, setRows] = useState(0)
  const abort = useRef<AbortController>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const controller = new AbortController()
    abort.current = controller
    const { signal } = controller
    const run = async () => {
      const response = await save(signal)
      let read = 0
      const file = await readCsv(response, (count) => {
        read = count
        setRows(count)
      })
      if (signal.aborted) return
      offerFile(file, filenameOf(response))
      notify.success(`${formatCount(isAtLeast ? read : total)}件をCSVに出力しました。`)
      close.current()
    }
    run().catch((error) => {
      if (signal.aborted) return
      notifyCsvFailure(error)
      close.current()
    })
    return () => controller.abort()
  }, [save, total, isAtLeast])

  const stop = () => {
    abort.current?.abort()
    notify.message('CSV出力を中止しました。')
    onClose()
  }

  const done = isAtLeast ? rows : Math.min(rows, total)
  return (
    <section
      aria-label="CSV出力"
      className="fixed right-4 bottom-4 z-50 w-80 max-w-[calc(100vw-32px)] rounded-lg border bg-popover p-4 shadow-overlay"
    >
      <p className="text-sm font-medium">{title}をCSVに出力しています</p>
      {!isAtLeast && <Progress aria-label="出力した行" value={done} max={total} className="mt-2" />}
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="figures text-xs text-muted-foreground">
          {formatCount(done)}
          {!isAtLeast && ` / ${formatCount(total)}`}件
        </p>
        <Button variant="outline" onClick={stop}>
          中止する
        </Button>
      </div>
    </section>
  )
}
