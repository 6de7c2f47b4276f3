import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import type { Import } from '#contract/file-import.ts'
import { type ImportKind, importFileBytes, mostStaffRows } from '#contract/words/import.ts'
import { useCan } from '~/auth/session'
import { DropZone } from '~/components/drop-zone'
import { RecordPage } from '~/components/record/record-page'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { Progress } from '~/components/ui/progress'
import { reasonOf } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { findImportKind, getImport } from '~/functions/file-import'
import { endSession } from '~/identity/leave'
import { notify } from '~/lib/notices'
import { useKinds } from './file-kind'
import { ImportGuide } from './guide'
import { mayUndo } from './labels'
import { OpenFiles } from './open-files'
import { inOrder, nextOf, useOpenFile } from './queue'
import { uploadFile } from './upload'

const list = { to: '/other-settings/imports', label: '取り込みの一覧' } as const

/** How a row finds what is here already. */
const matching: Readonly<Record<ImportKind, string>> = {
  member: '会員番号でいまの会員と突き合わせ、',
  contract: '契約IDか、会員・プラン・開始日でいまの契約と突き合わせ、',
  ticket: '保有チケットIDか、会員・チケット・付与日時で突き合わせ、',
  visit: '会員・店舗・入館日時で突き合わせ、',
  booking: '予約IDか、会員・開始時刻・プログラムで突き合わせ、',
  sale: '売上IDか伝票番号で突き合わせ、同じ番号の行は1件の売上の明細として読みます。',
  bill: '会員と対象月で突き合わせ、',
  staff: 'メールアドレスで突き合わせ、すでにいるスタッフは変えません。店舗が複数のときは「、」で区切ります。',
}

interface NewImportProps {
  /** What the files have rows of; absent: each is looked at. */
  kind: ImportKind | undefined
  onKindChange: (kind: ImportKind | undefined) => void
}

/** Files are chosen and sent, and the first in their order is checked; nothing is written before its result is seen. */
export function NewImport({ kind, onKindChange }: NewImportProps) {
  const queryClient = useQueryClient()
  const sending = useRef<AbortController>(null)
  const [name, setName] = useState<string>()
  const [share, setShare] = useState(0)
  const [troubles, setTroubles] = useState<string[]>([])
  useEffect(() => () => sending.current?.abort(), [])
  const can = useCan()
  const kinds = useKinds()
  const { open } = useOpenFile()

  /** Sent, and known by its headings where nobody has said what it is. */
  const send = async (file: File, signal: AbortSignal): Promise<Import> => {
    setName(file.name)
    setShare(0)
    const id = await uploadFile({ kind: kind ?? 'member', file, signal, onShare: setShare })
    return kind ? await getImport({ data: { id } }) : await findImportKind({ data: { id }, signal })
  }
  const take = async (files: readonly File[]) => {
    if (files.length === 0 || sending.current) return
    const controller = new AbortController()
    sending.current = controller
    const [sent, found]: [Import[], string[]] = [[], []]
    const trouble = (file: File, reason: string) => found.push(files.length > 1 ? `${file.name}: ${reason}` : reason)
    setTroubles([])
    try {
      for (const file of files) {
        if (file.size === 0) trouble(file, 'ファイルが空です。')
        else if (file.size > importFileBytes) trouble(file, 'ファイルが大きすぎます。20MBまでに分けてください。')
        else {
          try {
            sent.push(await send(file, controller.signal))
          } catch (error) {
            if (controller.signal.aborted) return
            if (isApiError(error) && error.code === 'unauthenticated') return void endSession(error.endedBy)
            trouble(file, reasonOf(error))
          }
        }
      }
      await invalidate(queryClient, 'fileImport')
      setTroubles(found)
      const first = nextOf(inOrder(sent), undefined)
      // Where one of them did not arrive its reason has to be read first.
      if (first && found.length === 0) await open(first)
    } finally {
      if (sending.current === controller) {
        sending.current = null
        setName(undefined)
      }
    }
  }
  const stop = () => {
    sending.current?.abort()
    sending.current = null
    setName(undefined)
    notify.message('送信を中止しました。同じファイルを選ぶと、続きから送信します。')
  }
  return (
    <RecordPage list={list} title="ファイルを取り込む">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor="import-kind" className="text-sm font-medium">
          ファイルの内容
        </label>
        <NativeSelect
          id="import-kind"
          value={kind ?? ''}
          disabled={name !== undefined}
          onChange={({ target }) => onKindChange((target.value || undefined) as ImportKind | undefined)}
        >
          <option value="">見出しから判断する</option>
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        {kind && kind !== 'member' && (
          <p className="text-sm text-muted-foreground">
            {kind === 'staff'
              ? `1人ずつ招待メールを送ります。一度に${mostStaffRows}名までです。`
              : '会員番号で会員と結び付けます。先に会員を取り込んでください。'}
          </p>
        )}
      </div>
      <DropZone
        accept=".csv,.tsv,.txt,.xlsx"
        testId="import-file"
        multiple
        hasTrouble={troubles.length > 0}
        onFiles={(files) => void take(files)}
        className="flex min-h-56 flex-col items-center justify-center gap-4 rounded-lg px-6 py-8 text-center"
      >
        {(choose) => (
          <>
            {name ? (
              <div className="w-full max-w-md text-sm">
                <div className="flex justify-between gap-3">
                  <p role="status" className="min-w-0 truncate">
                    「{name}」を送信しています...
                  </p>
                  <p aria-hidden className="figures">
                    {Math.floor(share * 100)}%
                  </p>
                </div>
                <Progress aria-label="送信の進み" value={share} className="mt-2" />
                <Button variant="outline" className="mt-4" onClick={stop}>
                  中止する
                </Button>
              </div>
            ) : (
              <>
                <Button
                  size="lg"
                  aria-describedby={troubles.length > 0 ? 'import-trouble' : 'import-hint'}
                  onClick={choose}
                >
                  <FileUp aria-hidden />
                  ファイルを選ぶ
                </Button>
                <p id="import-hint" className="text-sm text-muted-foreground">
                  CSV・TSV・Excel（.xlsx）、20MBまで。まとめて選ぶと、順番に取り込めます。ここにドロップすることもできます。
                </p>
              </>
            )}
            {troubles.length > 0 && (
              <div id="import-trouble" role="alert" className="space-y-1 text-sm text-bad">
                {troubles.map((trouble) => (
                  <p key={trouble}>{trouble}</p>
                ))}
              </div>
            )}
          </>
        )}
      </DropZone>
      <div className="mt-4">
        <OpenFiles />
      </div>
      <ImportGuide />
      <Card className="mt-4">
        <CardHeader>
          <CardTitle>取り込みの流れ</CardTitle>
        </CardHeader>
        <CardContent>
          <ol className="list-decimal space-y-1.5 pl-5 text-sm">
            <li>ファイルを選ぶと、すべての行を確認します。この時点では何も変わりません。</li>
            <li>
              {kind === 'staff'
                ? '新規と取り込めない行を見て、列や権限の意味を決めます。画面で直すこともできます。'
                : '新規・変更・取り込めない行を見て、列の意味や空欄の扱いを決めます。画面で直すこともできます。'}
            </li>
            <li>
              {kind === 'staff'
                ? `取り込むと、全員に招待メールを送ります。${mayUndo(kind, can) ? '30日以内は、利用を始めていない人の登録を取り消せます。' : ''}`
                : '取り込みます。30日以内は、取り込んだ分だけを取り消せます。'}
            </li>
          </ol>
          <p className="mt-3 text-sm text-muted-foreground">
            {kind && matching[kind]}ファイルにないものには触れません。
          </p>
        </CardContent>
      </Card>
    </RecordPage>
  )
}
