import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SyncRun, SyncRuns } from '#contract/club-sync.ts'
import { syncKinds, syncStates } from '#contract/words/club-sync.ts'
import { syncResources } from '#contract/words/sync-resources.ts'
import { valuesOf } from '#contract/words/words.ts'
import { Fact, Facts } from '~/components/record/facts'
import { FailedState } from '~/components/states'
import { Button, buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Progress } from '~/components/ui/progress'
import { Skeleton } from '~/components/ui/skeleton'
import { Spinner } from '~/components/ui/spinner'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { startClubSystemRun, stopClubSystemRun } from '~/functions/club-system'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { chosenCountQuery, clubSystemRunsQuery, isUnderWay, readEvery } from './queries'
import { SyncParts } from './sync-parts'
import { SyncWords } from './sync-words'
import { UnreadRows } from './unread-rows'

const tones = {
  running: 'neutral',
  stopping: 'neutral',
  stopped: 'warning',
  done: 'positive',
  partial: 'warning',
  failed: 'warning',
} as const

/** What is drawn from the club system: the run under way or the last one, and the words that it did not know. */
export default function Sync() {
  const { data, error, isFetching, refetch } = useQuery({
    ...clubSystemRunsQuery,
    refetchInterval: ({ state }) => isUnderWay(state.data?.current) && readEvery,
  })
  if (!data && error && !isFetching)
    return <FailedState title="同期の状況を表示できませんでした" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status">
        <span className="sr-only">同期の状況を読み込み中...</span>
        <Skeleton className="h-60" />
      </div>
    )
  const { current, past, words, refusal } = data
  // What writes answers reads nothing: the numbers are those of the run that has read.
  const run = current ?? past.find(({ parts }) => parts.length > 0) ?? past[0]
  const before = past.filter((one) => one !== run)
  return (
    <>
      <Card>
        <CardHeader className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <CardTitle>同期</CardTitle>
          {run && <Chip tone={tones[run.state]}>{syncStates[run.state]}</Chip>}
          <Acts runs={data} />
        </CardHeader>
        <CardContent className="space-y-4">
          {refusal && !isUnderWay(current) && <p className="text-sm text-muted-foreground">{refusal}</p>}
          {run ? (
            <Run run={run} lastSuccess={past.find(({ state }) => state === 'done' || state === 'partial')} />
          ) : (
            <p className="text-sm">
              会員・契約・チケット・レッスン・予約・売上を取得します。初回は、会員が多いほど時間がかかります。途中で停止しても、続きから再開できます。
            </p>
          )}
        </CardContent>
      </Card>
      <UnreadRows run={`${run?.id} ${run?.state}`} />
      {words.length > 0 && <SyncWords words={words} />}
      {before.length > 0 && <Before runs={before} />}
    </>
  )
}

/** One button: what can be done with the run. */
function Acts({ runs: { current, refusal } }: { runs: SyncRuns }) {
  const options = { invalidates: ['clubSystem.runs', 'user.me'] } as const
  const start = useServerMutation(startClubSystemRun, options)
  const stop = useServerMutation(stopClubSystemRun, options)
  const act = async (act: typeof start) => {
    if (start.isPending || stop.isPending) return
    try {
      await act.mutateAsync({ data: {} })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  if (current?.state === 'running')
    return (
      <Button variant="outline" className="ml-auto" onClick={() => void act(stop)}>
        {stop.isPending && <Spinner className="size-4" />}
        停止する
      </Button>
    )
  if (current?.state === 'stopping' || refusal) return null
  return (
    <Button className="ml-auto" onClick={() => void act(start)}>
      {start.isPending && <Spinner className="size-4" />}
      {current ? '再開する' : '同期を開始する'}
    </Button>
  )
}

/** What a run has no part for. */
const notIn = ({ parts }: SyncRun) =>
  valuesOf(syncResources)
    .filter((resource) => parts.every((part) => part.resource !== resource))
    .map((resource) => syncResources[resource])
    .join('・')

function Run({ run, lastSuccess }: { run: SyncRun; lastSuccess: SyncRun | undefined }) {
  return (
    <>
      {run.sentence && (
        <p role="alert" className="rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad">
          {run.sentence}
        </p>
      )}
      {isUnderWay(run) && <Progress aria-label="同期の進み具合" max={1} value={shareOf(run)} />}
      <Facts>
        <Fact label="開始">
          {formatDateTime(run.beganAt)}（{syncKinds[run.kind]}
          {run.requestedBy && ` ${run.requestedBy.displayName}`}）
        </Fact>
        {run.endedAt && run.state !== 'stopped' && <Fact label="終了">{formatDateTime(run.endedAt)}</Fact>}
        {run.expectedEndAt && <Fact label="終了の見込み">{formatDateTime(run.expectedEndAt)}</Fact>}
        {lastSuccess && lastSuccess !== run && (
          <Fact label="最後に成功した同期">{formatDateTime(lastSuccess.endedAt ?? lastSuccess.beganAt)}</Fact>
        )}
      </Facts>
      {run.kind === 'folder' && (
        <p className="text-sm">
          会員管理システムでCSV出力したファイルを、サーバーのフォルダーから読みました。{notIn(run)}
          は対象外で、件数から消えた疑いを判定することもありません。
        </p>
      )}
      {run.parts.length > 0 && <SyncParts parts={run.parts} />}
      <div className="flex flex-wrap gap-3">
        <Link to="/hacomono/missing-members" className={buttonVariants({ variant: 'outline' })}>
          消えた会員を確認する
        </Link>
        <ChosenLink />
      </div>
    </>
  )
}

/** Rows of which the synchronisation leaves something. */
function ChosenLink() {
  const total = useQuery(chosenCountQuery).data?.paging.total
  if (!total) return null
  return (
    <Link to="/hacomono/chosen-values" className={buttonVariants({ variant: 'outline' })}>
      こちらの値を使用中（{formatCount(total)}件）
    </Link>
  )
}

/** 0 to 1 of the calls that are expected; undefined while they are not known. */
function shareOf({ parts }: SyncRun): number | undefined {
  const known = parts.filter(({ expectedCalls }) => expectedCalls !== null)
  const expected = known.reduce((sum, { calls, expectedCalls }) => sum + Math.max(calls, expectedCalls ?? 0), 0)
  return expected === 0 ? undefined : known.reduce((sum, { calls }) => sum + calls, 0) / expected
}

const Before = ({ runs }: { runs: SyncRuns['past'] }) => (
  <Card>
    <CardHeader>
      <CardTitle>これまでの同期</CardTitle>
    </CardHeader>
    <CardContent>
      <ul className="divide-y text-sm">
        {runs.map(({ id, kind, state, beganAt, requestedBy, sentence }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="figures">{formatDateTime(beganAt)}</span>
            <Chip tone={tones[state]}>{syncStates[state]}</Chip>
            <span className="text-muted-foreground">
              {syncKinds[kind]}
              {requestedBy && ` ${requestedBy.displayName}`}
            </span>
            {sentence && <span className="w-full text-muted-foreground wrap-anywhere">{sentence}</span>}
          </li>
        ))}
      </ul>
    </CardContent>
  </Card>
)
