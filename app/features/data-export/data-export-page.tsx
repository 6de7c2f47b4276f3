import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DataExport } from '#contract/data-export.ts'
import { isApiError } from '#contract/errors.ts'
import { dataExportStates } from '#contract/words/data-export.ts'
import { ActsLink } from '~/auth/record-links'
import { InputError } from '~/components/fields/password-field'
import { ActDialog } from '~/components/record/act-dialog'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { ConfirmingCode } from '~/components/second-factor/confirming-code'
import { Button, buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { inputClass } from '~/components/ui/input-class'
import { Progress } from '~/components/ui/progress'
import { Spinner } from '~/components/ui/spinner'
import { useServerMutation } from '~/data/mutation'
import { createDataExport, removeDataExport } from '~/functions/data-export'
import { keepConversion } from '~/lib/composing'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'
import { saveDataExport } from './download'
import { dataExportQuery, readEvery } from './queries'

const list = { to: '/other-settings/imports', label: '取り込みの一覧' } as const
const title = '全データの出力'

/** Everything that is the club's, as one file for whoever asks, while they are an admin. */
export const DataExportPage = () => (
  <LoadedRecord query={dataExportQuery} list={list} title={title} noun={title}>
    {(opened) => <Opened opened={opened} />}
  </LoadedRecord>
)

interface Found {
  export: DataExport | null
  hasSecondFactor: boolean
}

function Opened({ opened }: { opened: Found }) {
  // A request that was not answered in time may have begun one.
  const [isUnanswered, setUnanswered] = useState(false)
  const { data: found = opened } = useQuery({
    ...dataExportQuery,
    refetchInterval: ({ state: { data } }) =>
      (data?.export?.state === 'making' || (isUnanswered && !data?.export)) && readEvery,
  })
  const isMaking = found.export?.state === 'making'
  return (
    <RecordPage list={list} title={title} related={<ActsLink resourceType="dataExport" />}>
      <div className="space-y-4 pb-12">
        <About />
        {found.export && <Made key={found.export.id} made={found.export} />}
        {!isMaking && (found.hasSecondFactor ? <Ask onUnanswered={() => setUnanswered(true)} /> : <SetUpFirst />)}
      </div>
    </RecordPage>
  )
}

const About = () => (
  <div className="space-y-2 text-sm">
    <p>
      店舗、プラン、会員、契約、チケット、来館、予約、売上、請求、見学・体験、スタッフ、日報、お知らせ、コラム、規約、メールとその宛先、会員管理システムとファイルの対応付けと読み替え、消えた会員を、CSVと画像にして1つのzipにまとめます。新しいKarada
      Deskに取り込むと、同じ数字になります。
    </p>
    <p className="text-muted-foreground">
      パスワード、2段階認証、招待のリンク、ログイン中の端末、会員管理システムへの接続、操作履歴は含みません。新しいKarada
      Deskへの取り込みは、サーバーの運用担当者に依頼してください（手順は運用の手引きにあります）。
    </p>
  </div>
)

const SetUpFirst = () => (
  <Card>
    <CardHeader>
      <CardTitle>先に2段階認証を設定してください</CardTitle>
    </CardHeader>
    <CardContent className="space-y-4 text-sm">
      <p>全員の個人情報を出力するため、認証アプリのコードで本人を確認します。</p>
      <Link to="/account" className={buttonVariants()}>
        アカウント設定へ
      </Link>
    </CardContent>
  </Card>
)

const tones = { making: 'neutral', ready: 'positive', failed: 'warning' } as const
const megabytes = (bytes: number | null) => (bytes === null ? '–' : `${(bytes / 1_000_000).toFixed(1)}MB`)

/** The last one: being made, ready to be saved, or failed. */
function Made({ made }: { made: DataExport }) {
  const { id, state, withHealthDays, rows, size, failure, createdAt, expiresAt } = made
  const [share, setShare] = useState<number>()
  const [isRemoving, setIsRemoving] = useState(false)
  const remove = useServerMutation(removeDataExport, { invalidates: ['dataExport'], done: 'ファイルを削除しました。' })
  const save = async () => {
    setShare(0)
    await saveDataExport(made, setShare)
    setShare(undefined)
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          出力したファイル
          <Chip tone={tones[state]}>{dataExportStates[state]}</Chip>
        </CardTitle>
      </CardHeader>
      <CardContent className="figures space-y-3 text-sm">
        {state === 'making' && (
          <>
            <p role="status">作成しています。この画面を閉じても続きます。</p>
            <Progress aria-label="作成の進み" value={undefined} />
          </>
        )}
        {state === 'failed' && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
        {state === 'ready' && (
          <>
            <p role="status">
              {formatDateTime(createdAt)}のデータ {formatCount(rows)}件（{megabytes(size)}）
              {withHealthDays && '、日次ログを含む'}。{formatDateTime(expiresAt)}に削除されます。
            </p>
            <p className="text-muted-foreground">
              保存できるのは、出力した管理者だけです。保存したファイルは、暗号化した場所に置いてください。
            </p>
            {share !== undefined && <Progress aria-label="保存の進み" value={share} />}
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => void save()} aria-disabled={share !== undefined || undefined}>
                {share !== undefined && <Spinner className="size-4" />}
                zipを保存する
              </Button>
              <Button variant="ghost" onClick={() => setIsRemoving(true)}>
                ファイルを削除
              </Button>
            </div>
          </>
        )}
      </CardContent>
      {isRemoving && (
        <ActDialog
          title="ファイルを削除"
          name={title}
          destructive
          resource="dataExport"
          act={(call) => remove.mutateAsync({ data: { id }, ...call })}
          onClose={() => setIsRemoving(false)}
        >
          作成したzipを削除します。登録されているデータは変わりません。
        </ActDialog>
      )}
    </Card>
  )
}

/** Confirmed by a code: a browser that was left open is not enough. */
function Ask({ onUnanswered }: { onUnanswered: () => void }) {
  const [ids, reason, code] = [useId(), useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const [withHealthDays, setWithHealthDays] = useState(false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const create = useServerMutation(createDataExport, { invalidates: ['dataExport'] })

  const show = (next: Record<string, string>) => {
    flushSync(() => setFaults(next))
    const field = next.reason ? reason : code
    field.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const why = withHealthDays ? (reason.current?.value.trim() ?? '') : null
    const typed = code.current?.value.trim() ?? ''
    if (why === '') return show({ reason: '日次ログを含める理由を入力してください。' })
    if (typed === '') return show({ code: '認証コードを入力してください。' })
    setFaults({})
    try {
      await create.mutateAsync({ data: { code: typed, withHealthDays, reason: why } })
    } catch (error) {
      if (isApiError(error) && error.fields) show(error.fields)
      else onUnanswered()
    }
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>新しく出力する</CardTitle>
      </CardHeader>
      <CardContent>
        <form
          method="post"
          noValidate
          onKeyDown={keepConversion}
          onSubmit={(event) => void submit(event)}
          className="space-y-5 text-sm"
        >
          <div>
            <label className="flex items-start gap-2.5">
              <input
                type="checkbox"
                checked={withHealthDays}
                onChange={({ target }) => setWithHealthDays(target.checked)}
                className="mt-0.5 size-4 accent-primary"
              />
              <span>
                日次ログと健康情報の同意も含める
                <span className="block text-muted-foreground">
                  暗号化したまま含めます。同じ鍵のあるサーバーでだけ読めます。
                </span>
              </span>
            </label>
            {withHealthDays && (
              <div className="mt-3 max-w-md">
                <label htmlFor={`${ids}-reason`} className="font-medium">
                  日次ログを含める理由
                </label>
                <input
                  ref={reason}
                  id={`${ids}-reason`}
                  maxLength={200}
                  required
                  placeholder="例: 別のサーバーに移すため"
                  aria-invalid={faults.reason ? true : undefined}
                  aria-describedby={faults.reason ? `${ids}-fault` : undefined}
                  className={cn(inputClass, 'mt-1')}
                />
                <InputError id={`${ids}-fault`}>{faults.reason}</InputError>
              </div>
            )}
          </div>
          <ConfirmingCode input={code} error={faults.code} onSwitch={() => setFaults({})} />
          <Button type="submit" aria-disabled={create.isPending || undefined}>
            {create.isPending && <Spinner className="size-4" />}
            全データを出力する
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}
