import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { firstAnswers, type ImportKind, importFileBytes, importKinds, mostStaffRows } from '#contract/words/import.ts'
import { templateOf } from '#contract/words/import-columns.ts'
import { useCan } from '~/auth/session'
import { DropZone } from '~/components/drop-zone'
import { RecordPage } from '~/components/record/record-page'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { NativeSelect } from '~/components/ui/native-select'
import { Progress } from '~/components/ui/progress'
import { reasonOf } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { saveLines } from '~/data/save-csv'
import { checkImport } from '~/functions/file-import'
import { endSession } from '~/identity/leave'
import { notify } from '~/lib/notices'
import { mayUndo } from './labels'
import { uploadFile } from './upload'

const list = { to: '/other-settings/imports', label: '取り込みの一覧' } as const

/** An empty sheet with the headings that need no answer. */
const saveTemplate = (kind: ImportKind) =>
  saveLines([templateOf(kind).join(',')], `${importKinds[kind]}_テンプレート.csv`)

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

/** A file is chosen, sent, and checked at once; nothing is written before its result is seen. */
export function NewImport({ kind, onKindChange }: { kind: ImportKind; onKindChange: (kind: ImportKind) => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const sending = useRef<AbortController>(null)
  const [name, setName] = useState<string>()
  const [share, setShare] = useState(0)
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => () => sending.current?.abort(), [])
  const can = useCan()
  const kinds = Object.entries(importKinds).filter(([value]) => value !== 'staff' || can('staff.write'))

  const take = async (file: File | undefined) => {
    if (!file || sending.current) return
    setTrouble(undefined)
    if (file.size === 0) return setTrouble('ファイルが空です。')
    if (file.size > importFileBytes) return setTrouble('ファイルが大きすぎます。20MBまでに分けてください。')
    const controller = new AbortController()
    sending.current = controller
    setName(file.name)
    setShare(0)
    try {
      const id = await uploadFile({ kind, file, signal: controller.signal, onShare: setShare })
      await checkImport({ data: { id, ...firstAnswers() } })
      await invalidate(queryClient, 'fileImport')
      await navigate({ to: '/other-settings/imports/$importId', params: { importId: id } })
    } catch (error) {
      if (controller.signal.aborted) return
      if (isApiError(error) && error.code === 'unauthenticated') return void endSession(error.endedBy)
      setTrouble(reasonOf(error))
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
  const onFiles = (files: readonly File[]) => {
    if (files.length > 1) notify.message('ファイルは1つだけ選べます。1つ目を使用します。')
    void take(files[0])
  }
  return (
    <RecordPage list={list} title="ファイルを取り込む">
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <label htmlFor="import-kind" className="text-sm font-medium">
          ファイルの内容
        </label>
        <NativeSelect
          id="import-kind"
          value={kind}
          disabled={name !== undefined}
          onChange={({ target }) => onKindChange(target.value as ImportKind)}
        >
          {kinds.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        {kind !== 'member' && (
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
        hasTrouble={trouble !== undefined}
        onFiles={onFiles}
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
                <Button size="lg" aria-describedby={trouble ? 'import-trouble' : 'import-hint'} onClick={choose}>
                  <FileUp aria-hidden />
                  ファイルを選ぶ
                </Button>
                <p id="import-hint" className="text-sm text-muted-foreground">
                  CSV・TSV・Excel（.xlsx）、20MBまで。ここにドロップすることもできます。
                </p>
              </>
            )}
            {trouble && (
              <p id="import-trouble" role="alert" className="text-sm text-bad">
                {trouble}
              </p>
            )}
          </>
        )}
      </DropZone>
      <Card className="mt-4">
        <CardHeader>
          <CardTitle>取り込みの流れ</CardTitle>
          <Button variant="outline" onClick={() => void saveTemplate(kind)}>
            <Download aria-hidden />
            テンプレートを保存
          </Button>
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
            列の順番は問いません。{matching[kind]}ファイルにないものには触れません。
          </p>
        </CardContent>
      </Card>
    </RecordPage>
  )
}
