import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Import } from '#contract/file-import.ts'
import {
  importDays,
  importKinds,
  importOutcomes,
  importStates,
  type UndoOutcome,
  undoOutcomes,
} from '#contract/words/import.ts'
import { ActsLink } from '~/auth/record-links'
import { useCan, useReach } from '~/auth/session'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { ActDialog } from '~/components/record/act-dialog'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Progress } from '~/components/ui/progress'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { cancelImport, removeImport, undoImport, writeImport } from '~/functions/file-import'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { afterUndo } from './after-undo'
import { ChangedRows } from './changed-rows'
import { FileKind } from './file-kind'
import { ImportStateChip, mayUndo, rowUnit, undoLabel } from './labels'
import { AlsoContracts, OpenFiles } from './open-files'
import { isPreviousOpen } from './previous-contracts'
import { importQuery, isRunning, readEvery, undoCountsQuery } from './queries'
import { isUnchecked, nextOf, useOpenFiles } from './queue'
import { Reading } from './reading'
import { SaveRefused } from './save-refused'
import { RefusedRows, Waiting, WaitingActs } from './waiting'

const list = { to: '/other-settings/imports', label: '取り込みの一覧' } as const

/** One file: what it would change, the answers it needs, and afterwards the way back. */
export const ImportPage = ({ id }: { id: string }) => (
  <LoadedRecord query={importQuery(id)} list={list} title="取り込み" noun="取り込み" wide>
    {(opened) => <Opened key={id} opened={opened} />}
  </LoadedRecord>
)

function Opened({ opened }: { opened: Import }) {
  const queryClient = useQueryClient()
  const { data: file = opened } = useQuery({
    ...importQuery(opened.id),
    refetchInterval: ({ state }) => state.data && isRunning(state.data.state) && readEvery,
  })
  // What was read while the step ran is outdated: rows, and after a write the members or staff.
  useEffect(() => {
    if (isRunning(file.state)) return
    void invalidate(queryClient, 'fileImport.rows')
    if (file.state === 'written' || file.state === 'undone') void invalidate(queryClient, 'member', 'staff', 'search')
  }, [file.state, queryClient])
  const isReadable = file.state === 'checked' || file.state === 'failed'
  return (
    <RecordPage
      list={list}
      wide
      title={file.name}
      state={<ImportStateChip state={file.state} />}
      related={<ActsLink resourceType="fileImport" resourceId={file.id} />}
      actions={<Acts file={file} />}
    >
      <div className="space-y-4 pb-12">
        <Step file={file} />
        {(isReadable || isUnchecked(file)) && <FileKind key={`${file.kind} ${file.state}`} file={file} />}
        <AlsoContracts file={file} />
        <OpenFiles file={file} />
        {file.result && <Counts file={file} />}
        {file.state === 'waiting' && <Waiting file={file} />}
        {file.result && !isRunning(file.state) && file.state !== 'waiting' && (
          <>
            {isReadable && <Reading key={`${file.id} ${file.done} ${file.state}`} file={file} result={file.result} />}
            {file.state === 'written' && file.result.counts.refused > 0 && (
              <RefusedRows file={file} title="取り込めなかった行" acts={<SaveRefused file={file} />} />
            )}
            <ChangedRows file={file} />
          </>
        )}
      </div>
    </RecordPage>
  )
}

type Dialog = 'write' | 'undo' | 'cancel' | 'remove'

function Acts({ file }: { file: Import }) {
  const { id, kind, name, state, result, answers, expiresAt } = file
  const unit = rowUnit(kind)
  const can = useCan()
  const reach = useReach()('import.run')
  const [dialog, setDialog] = useState<Dialog>()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  const write = useServerMutation(writeImport, { invalidates: ['fileImport'] })
  const cancel = useServerMutation(cancelImport, { invalidates: ['fileImport'], done: '処理を中止しました。' })
  const remove = useServerMutation(removeImport, { invalidates: ['fileImport.list'], done: 'ファイルを削除しました。' })
  const removed = result?.counts.removed ?? 0
  const rows = result ? result.counts.created + result.counts.changed + removed : 0
  // All contracts are here already: what the file says of leavers is new.
  const isAnswer = rows === 0 && kind === 'contract' && answers.leaversFrom != null && reach === 'all'
  return (
    <>
      {state === 'checked' && (rows > 0 || isAnswer) && !isPreviousOpen(result, answers) && (
        <Button onClick={() => setDialog('write')}>
          {isAnswer ? '退会の数え始めだけを取り込む' : `${formatCount(rows)}${unit}を取り込む`}
        </Button>
      )}
      {state === 'written' && Date.parse(expiresAt) > Date.now() && mayUndo(kind, can) && (
        <Button variant="outline" onClick={() => setDialog('undo')}>
          取り込みを取り消す
        </Button>
      )}
      {state === 'waiting' && can('import.release') && <WaitingActs file={file} />}
      {['uploading', 'checked', 'waiting', 'failed'].includes(state) && (
        <Button variant="outline" onClick={() => setDialog('remove')}>
          <Trash2 aria-hidden />
          ファイルを削除
        </Button>
      )}
      {isRunning(state) && (
        <Button variant="outline" onClick={() => setDialog('cancel')}>
          処理を中止
        </Button>
      )}
      {dialog === 'cancel' && (
        <ActDialog
          title="処理を中止"
          name={name}
          resource="fileImport"
          act={(call) => cancel.mutateAsync({ data: { id }, ...call })}
          onClose={close}
        >
          「{importStates[state]}」の処理を中止します。{importKinds[kind]}は処理を始める前のままです。
        </ActDialog>
      )}
      {dialog === 'write' && result && (
        <ActDialog
          title={`${importKinds[kind]}を取り込む`}
          name={name}
          resource="fileImport"
          act={(call) => write.mutateAsync({ data: { id }, ...call })}
          onClose={close}
        >
          {isAnswer ? (
            <>契約は変わりません。{formatDate(answers.leaversFrom as string)}からの退会を数えます。</>
          ) : kind === 'staff' ? (
            <>{formatCount(result.counts.created)}名を待機中のスタッフとして登録し、全員に招待メールを送ります。</>
          ) : (
            <>
              新規 {formatCount(result.counts.created)}
              {unit}を登録し、いまの{importKinds[kind]}
              {formatCount(result.counts.changed)}
              {unit}を変更します。
              {removed > 0 && `前の取り込みの${formatCount(removed)}${unit}を消します。`}
            </>
          )}
          {result.counts.refused > 0 && `取り込めない${formatCount(result.counts.refused)}行は飛ばします。`}
          {mayUndo(kind, can) && '30日以内は取り消せます。'}
        </ActDialog>
      )}
      {dialog === 'undo' && <UndoDialog file={file} onClose={close} />}
      {dialog === 'remove' && (
        <ActDialog
          title="ファイルを削除"
          name={name}
          destructive
          resource="fileImport"
          act={async (call) => {
            await remove.mutateAsync({ data: { id }, ...call })
            if (!call) await navigate({ to: list.to })
          }}
          onClose={close}
        >
          送信したファイルと確認の結果を削除します。{importKinds[kind]}は変わりません。
        </ActDialog>
      )}
    </>
  )
}

/** The four counts, before the question. */
function UndoDialog({ file: { id, kind, name }, onClose }: { file: Import; onClose: () => void }) {
  const { data: counts, refetch } = useQuery(undoCountsQuery(id))
  const undo = useServerMutation(undoImport, { invalidates: ['fileImport'] })
  const check = async () => {
    const { error } = await refetch()
    if (error) throw error
  }
  const run = async () => {
    try {
      await undo.mutateAsync({ data: { id } })
    } catch (error) {
      notifyRefusal(error)
    } finally {
      onClose()
    }
  }
  return (
    <ConfirmDialog check={check} title="取り込みを取り消す" destructive onYes={run} onNo={onClose}>
      <p className="font-medium">「{name}」</p>
      <p className="mt-2">
        {kind === 'staff'
          ? '取り込みで登録したスタッフのうち、まだ利用を始めていない人を削除します。送った招待のリンクは使えなくなります。'
          : `取り込みで登録した${importKinds[kind]}を削除し、変更した項目を取り込み前に戻します。`}
      </p>
      <dl className="figures mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1.5">
        {(Object.keys(undoOutcomes) as UndoOutcome[]).map((outcome) => (
          <div key={outcome} className="contents">
            <dt>{undoLabel(kind, outcome, false)}</dt>
            <dd className="text-right font-medium">
              {formatCount(counts?.[outcome] ?? 0)}
              {rowUnit(kind)}
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  )
}

/** What the server is at work on, and how far it is where that is known. */
function runningText({ kind, state, done, total }: Import): string {
  if (state === 'undoing') return '取り消しています...'
  if (state === 'checking')
    return `すべての行を確認しています...${total ? ` ${formatCount(done)} / ${formatCount(total)}行` : ''}`
  const unit = rowUnit(kind)
  if (!total || done === 0) return `${total ? `${formatCount(total)}${unit}を` : ''}取り込んでいます...`
  // The months that the rows count in are counted at the end.
  if (done >= total) return `${formatCount(total)}${unit}を書き込みました。会員と集計に反映しています...`
  return `取り込んでいます... ${formatCount(done)} / ${formatCount(total)}${unit}`
}

/** What is going on, what went wrong, or what comes next. */
function Step({ file }: { file: Import }) {
  const { kind, state, done, total, failure, writtenAt, undoneAt, expiresAt } = file
  const can = useCan()
  const next = nextOf(useOpenFiles(), file.id)
  if (state === 'checking' || state === 'writing' || state === 'undoing') {
    return (
      <div className="rounded-lg border bg-card px-4 py-3">
        <p role="status" className="figures text-sm font-medium">
          {runningText(file)}
        </p>
        <p className="mt-0.5 text-sm text-muted-foreground">この画面を閉じても処理は続きます。</p>
        <Progress
          aria-label="処理の進み"
          value={total && done > 0 && done < total ? done / total : undefined}
          className="mt-2.5"
        />
      </div>
    )
  }
  return (
    <>
      {failure && (
        <p role="alert" className="rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad">
          {failure}
        </p>
      )}
      {state === 'written' && writtenAt && (
        <p role="status" className="figures rounded-md bg-accent px-4 py-2.5 text-sm text-accent-foreground">
          {formatDateTime(writtenAt)}に取り込みました。
          {mayUndo(kind, can) && `${formatDateTime(expiresAt)}まで取り消せます。`}{' '}
          {kind === 'staff' ? (
            <Link to="/staffs" search={{ invitation: 'sent' }} className="font-medium underline underline-offset-4">
              招待中のスタッフへ
            </Link>
          ) : (
            <Link to="/hacomono/members" className="font-medium underline underline-offset-4">
              会員の一覧へ
            </Link>
          )}{' '}
          {!next && (
            <Link
              to="/other-settings/imports/new"
              search={{ kind: kind === 'member' ? 'contract' : kind }}
              className="font-medium underline underline-offset-4"
            >
              {kind === 'member' ? '続けて契約を取り込む' : '続けてファイルを取り込む'}
            </Link>
          )}
        </p>
      )}
      {state === 'written' && mayUndo(kind, can) && (
        <p className="figures text-sm text-muted-foreground">
          {Date.parse(expiresAt) > Date.now()
            ? `${importDays}日を過ぎると取り消せません。そのあとは、`
            : '取り消せる期間が終わりました。'}
          {afterUndo[kind]}
        </p>
      )}
      {state === 'undone' && undoneAt && (
        <p role="status" className="figures rounded-md bg-muted px-4 py-2.5 text-sm">
          {formatDateTime(undoneAt)}に取り消しました。
        </p>
      )}
      {state === 'uploading' && !isUnchecked(file) && (
        <p role="status" className="rounded-md bg-warning-surface px-4 py-2.5 text-sm text-warning">
          ファイルの送信が終わっていません。同じファイルをもう一度選ぶと、続きから送信します。{' '}
          <Link to="/other-settings/imports/new" search={{ kind }} className="font-medium underline underline-offset-4">
            ファイルを選ぶ
          </Link>
        </p>
      )}
    </>
  )
}

function Counts({ file: { kind, result, state } }: { file: Import }) {
  if (!result) return null
  const { counts, format, rows } = result
  const unit = rowUnit(kind)
  const figures = [
    [importOutcomes.created, counts.created, unit],
    ...(kind === 'staff' ? [] : ([[importOutcomes.changed, counts.changed, unit]] as const)),
    ['変更なし', counts.unchanged, unit],
    ...(kind === 'staff' ? [] : ([[importOutcomes.kept, counts.kept, unit]] as const)),
    [importOutcomes.refused, counts.refused, '行'],
    ...(state === 'written' || state === 'undone' ? ([[importOutcomes.stale, counts.stale, '行']] as const) : []),
  ] as const
  return (
    <Card>
      <CardHeader>
        <CardTitle>確認の結果</CardTitle>
        <p className="figures text-sm text-muted-foreground">
          {format}・{formatCount(rows)}行
        </p>
      </CardHeader>
      <CardContent>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
          {figures.map(([label, count, of]) => (
            <div key={label}>
              <dt className="text-xs text-muted-foreground">{label}</dt>
              <dd className="figures text-lg font-semibold">
                {formatCount(count)}
                <span className="ml-0.5 text-xs font-normal text-muted-foreground">{of}</span>
              </dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </Card>
  )
}
