import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { isApiError } from '#contract/errors.ts'
import { reconciledFileBytes } from '#contract/words/reconciliation.ts'
import { DropZone } from '~/components/drop-zone'
import { Button } from '~/components/ui/button'
import { Spinner } from '~/components/ui/spinner'
import { reasonOf, useServerMutation } from '~/data/mutation'
import { createReconciliation } from '~/functions/reconciliation'
import { formatMonth } from '~/lib/dates'
import { notify } from '~/lib/notices'
import { cn } from '~/lib/utils'

interface BringProps {
  /** Null: all studios. */
  shopId: string | null
  shopLabel: string
  /** Nothing was brought of the month yet. */
  isFirst: boolean
  /** The newest month of what was read. */
  onBrought: (month: string) => void
}

interface Trouble {
  name: string
  reason: string
}

/** Where the club system's files are chosen or dropped; each is read by itself, and what is wrong is said by file. */
export function Bring({ shopId, shopLabel, isFirst, onBrought }: BringProps) {
  const [isReading, setIsReading] = useState(false)
  const [troubles, setTroubles] = useState<readonly Trouble[]>([])
  const create = useServerMutation(createReconciliation, { invalidates: ['reconciliation'] })

  const take = async (files: readonly File[]) => {
    if (isReading || files.length === 0) return
    setIsReading(true)
    setTroubles([])
    const found: Trouble[] = []
    const read: { report: string; months: string[] }[] = []
    for (const file of files) {
      try {
        read.push(await create.mutateAsync({ data: await draftOf(file, shopId) }))
      } catch (error) {
        if (isApiError(error) && error.code === 'unauthenticated') return
        found.push({ name: file.name, reason: error instanceof TooLarge ? error.message : reasonOf(error) })
      }
    }
    setIsReading(false)
    setTroubles(found)
    const newest = read
      .flatMap(({ months }) => months)
      .sort()
      .at(-1)
    if (newest === undefined) return
    notify.message(read.map(({ report, months }) => `${report}の${spanOf(months)}を読み込みました。`).join(''))
    onBrought(newest)
  }
  return (
    <section aria-label="ファイルの読み込み" className="print:hidden">
      <DropZone
        accept=".csv,.tsv,.txt,.xlsx"
        multiple
        testId="figures-file"
        hasTrouble={troubles.length > 0}
        onFiles={(files) => void take(files)}
        className={cn(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg px-4 py-4 sm:px-6',
          isFirst && 'min-h-48 flex-col justify-center text-center',
        )}
      >
        {(choose) => (
          <>
            <Button
              size={isFirst ? 'lg' : 'md'}
              variant={isFirst ? 'primary' : 'outline'}
              aria-describedby="figures-hint"
              aria-disabled={isReading || undefined}
              onClick={() => isReading || choose()}
            >
              {isReading ? <Spinner className="size-4" /> : <FileUp aria-hidden />}
              提供元のファイルを選ぶ
            </Button>
            <div
              id="figures-hint"
              className={cn(
                'min-w-0 text-sm text-muted-foreground',
                isFirst ? 'max-w-2xl text-balance' : 'flex-1 basis-72',
              )}
            >
              <p>
                hacomonoの「データ集計」で出力した
                MA002（月次サマリ）・PA002（売上サマリ）・RS002（ルーム別の稼働率）を、
                <strong className="text-foreground">{shopId === null ? '全店舗' : shopLabel}</strong>
                の分だけ選ぶか、ここにドロップしてください。複数のファイルと月をまとめて読めます。
              </p>
              <p className="mt-1">CSV・TSV・Excel（.xlsx）、UTF-8かShift_JIS、1つ700KBまで。同じ月は置き換わります。</p>
            </div>
          </>
        )}
      </DropZone>
      {troubles.length > 0 && (
        <div role="alert" className="mt-2 space-y-1 text-sm text-bad">
          {troubles.map(({ name, reason }) => (
            <p key={name} className="wrap-anywhere">
              「{name}」: {reason}
            </p>
          ))}
        </div>
      )}
    </section>
  )
}

class TooLarge extends Error {}

async function draftOf(file: File, shopId: string | null) {
  if (file.size > reconciledFileBytes) throw new TooLarge('700KBまでに、期間を分けて出力してください。')
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return {
    ...{ name: cutText(file.name, 200), shopId, content: btoa(binary) },
    madeAt: new Date(file.lastModified).toISOString(),
  }
}

const spanOf = (months: readonly string[]) => {
  const [first = '', last = first] = [months.toSorted()[0], months.toSorted().at(-1)]
  return first === last ? formatMonth(first) : `${formatMonth(first)}〜${formatMonth(last)}`
}
