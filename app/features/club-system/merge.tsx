import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ClubMerge } from '#contract/club-merge.ts'
import { mergeChoices, mergedKinds, mergeStates } from '#contract/words/club-merge.ts'
import { importKinds } from '#contract/words/import.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { cells, RowHead, ScrollTable, TableHead } from '~/components/report/scroll-table'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { Spinner } from '~/components/ui/spinner'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { invalidate } from '~/data/query'
import { chooseClubMerge, compareClubSample, takeBackClubMerge } from '~/functions/club-system'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatCount, formatYen } from '~/lib/format'
import { MergeAnswers } from './merge-answers'
import { MergeSample } from './merge-sample'
import { clubMergeQuery, readEvery } from './queries'

const tones: Partial<Record<ClubMerge['state'], 'warning' | 'positive'>> = {
  open: 'warning',
  people: 'warning',
  facts: 'warning',
  merged: 'positive',
}
const atWork: readonly ClubMerge['state'][] = [
  'undoing',
  'reading',
  'writingPeople',
  'comparing',
  'writing',
  'takingBack',
]
const mergeStale = ['clubSystem', 'today', 'user.me'] as const

/** Data of files and the club system, before they count together: what is chosen, what waits for an answer, what was done. */
export default function Merge() {
  const { data: merge } = useQuery({
    ...clubMergeQuery,
    refetchInterval: ({ state }) => !!state.data && atWork.includes(state.data.state) && readEvery,
  })
  // Runs that an answer has begun are over with its state.
  const queryClient = useQueryClient()
  const seen = useRef(merge?.state)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== merge?.state) void invalidate(queryClient, 'clubSystem.runs')
    seen.current = merge?.state
  }, [merge?.state, queryClient])
  if (!merge || merge.state === 'undone') return null
  const { state, sentence, compared, decidedBy, decidedAt } = merge
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle>取り込んだデータとの突き合わせ</CardTitle>
        <Chip tone={tones[state] ?? 'neutral'}>{mergeStates[state]}</Chip>
      </CardHeader>
      <CardContent className="space-y-4 text-sm">
        {sentence && (
          <p role="alert" className="rounded-md bg-danger-surface px-4 py-2.5 text-bad">
            {sentence}
          </p>
        )}
        <p>{explained[state]}</p>
        {state === 'open' && <Choose merge={merge} />}
        {compared.length > 0 && <ComparedTable compared={compared} />}
        {(state === 'people' || state === 'facts') && <MergeAnswers key={state} stage={state} groups={merge.groups} />}
        {decidedAt && (
          <p className="text-muted-foreground">
            最後の回答: {decidedBy?.displayName ?? '退職者'}（
            <span className="figures">{formatDateTime(decidedAt)}</span>）
          </p>
        )}
        {merge.revocableUntil && <TakeBack until={merge.revocableUntil} />}
        {(state === 'people' || state === 'facts') && <TakeBack until={null} />}
      </CardContent>
    </Card>
  )
}

const explained: Record<ClubMerge['state'], string> = {
  open: 'ファイルから取り込んだデータと、会員管理システムのデータは、同じ会員や売上を別の番号で持っていることがあります。二重に数えないよう、先に一部を比べてから、扱いを選んでください。選ぶまでは何も取得しません。',
  undoing:
    '選んだ取り込みを取り消しています。終わると、会員管理システムからの取得を始め、取り消さなかったデータがあれば突き合わせます。',
  reading: '会員を取得しています。回答があるまで、集計に関わるデータは反映しません。',
  people: '会員を比べました。契約・予約・売上の取得は続けています。回答があるまで、集計に関わるデータは反映しません。',
  writingPeople: '会員を反映しています。',
  comparing: '契約・チケット・予約・売上を取得しています。取得が終わると比べます。',
  facts: '契約・チケット・予約・売上を比べました。回答すると、取得した内容を反映します。',
  writing: '取得した内容を反映しています。',
  merged: '取り込んだデータと会員管理システムのデータを、回答のとおりに反映しました。',
  takingBack: '反映する前の状態に戻しています。',
  undone: '',
}

function Choose({ merge: { sample, imports } }: { merge: ClubMerge }) {
  const compare = useServerMutation(compareClubSample, { invalidates: ['clubSystem.merge'] })
  const choose = useServerMutation(chooseClubMerge, { invalidates: mergeStale })
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [choice, setChoice] = useState<keyof typeof mergeChoices>()
  const ids = [...(chosen ?? new Set(imports.flatMap(({ id, isCovered }) => (isCovered ? [id] : []))))]
  const look = async () => {
    try {
      await compare.mutateAsync({ data: {} })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const toggle = (id: string) => setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]))
  const data = { choice: choice ?? 'compare', importIds: choice === 'undo' ? ids : [] } as const
  return (
    <>
      <Button variant={sample ? 'outline' : 'primary'} disabled={compare.isPending} onClick={() => void look()}>
        {compare.isPending && <Spinner className="size-4" />}
        {sample ? 'もう一度比べる' : '一部を比べる'}
      </Button>
      {sample && (
        <>
          <MergeSample sample={sample} />
          {imports.length > 0 && (
            <fieldset className="space-y-2">
              <legend className="font-medium">取り消す取り込み</legend>
              {imports.map(({ id, name, kind, writtenAt, isCovered }) => (
                <label key={id} className="flex items-start gap-3">
                  <input
                    type="checkbox"
                    className="mt-0.5 size-4 shrink-0"
                    checked={ids.includes(id)}
                    onChange={() => toggle(id)}
                  />
                  <span className="min-w-0 wrap-anywhere">
                    {name}（{importKinds[kind]}、<span className="figures">{formatDate(writtenAt.slice(0, 10))}</span>）
                    {!isCovered && (
                      <span className="block text-muted-foreground">
                        会員管理システムから取得できない期間や退会した会員のデータを含みます。取り消すと、それらもなくなります。
                      </span>
                    )}
                  </span>
                </label>
              ))}
            </fieldset>
          )}
          <div className="flex flex-wrap gap-3">
            <Button aria-haspopup="dialog" onClick={() => setChoice('compare')}>
              {mergeChoices.compare}
            </Button>
            {imports.length > 0 && (
              <Button
                variant="outline"
                aria-haspopup="dialog"
                disabled={ids.length === 0}
                onClick={() => setChoice('undo')}
              >
                {mergeChoices.undo}
              </Button>
            )}
          </div>
          <p className="text-muted-foreground">
            あとで選ぶこともできます。選ぶまでは、今日の対応に表示し、毎晩の取得も始めません。
          </p>
        </>
      )}
      {choice && (
        <ConfirmDialog
          check={() => chooseClubMerge({ data, ...rehearsal })}
          title={mergeChoices[choice]}
          onYes={async () => {
            await choose.mutateAsync({ data })
            setChoice(undefined)
          }}
          onNo={() => setChoice(undefined)}
        >
          {choice === 'undo'
            ? `${formatCount(ids.length)}件の取り込みを取り消し、終わると会員管理システムからの取得を始めます。取り込みのあとで変更されたデータは残ります。`
            : '会員管理システムからの取得を始めます。集計に関わるデータは、会員、契約・売上の順に比べ、回答したあとで反映します。'}
        </ConfirmDialog>
      )}
    </>
  )
}

const columns = [
  { label: '両方にある' },
  { label: '提供元だけ', formula: '会員管理システムだけにある件数です。反映すると増えます。' },
  {
    label: 'こちらだけ',
    formula: '取り込んだデータだけにある件数です。売上・予約・来館は、会員管理システムから取得できる期間の件数です。',
  },
]

function ComparedTable({ compared }: Pick<ClubMerge, 'compared'>) {
  const shown = (count: number, yen: number | undefined) =>
    yen === undefined ? formatCount(count) : `${formatCount(count)}（${formatYen(yen)}）`
  return (
    <ScrollTable caption="比べた結果" className="max-h-none" isDense>
      <TableHead rows="項目" columns={columns} />
      <tbody>
        {compared.map(({ kind, same, onlyThere, onlyHere, yen }) => (
          <tr key={kind}>
            <RowHead>{mergedKinds[kind]}</RowHead>
            <td className={cells.value}>{shown(same, yen?.same)}</td>
            <td className={cells.value}>{shown(onlyThere, yen?.onlyThere)}</td>
            <td className={cells.value}>{shown(onlyHere, yen?.onlyHere)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}

/** `until` null: while answers wait, to choose again. */
function TakeBack({ until }: { until: string | null }) {
  const title = until ? '反映前に戻す' : '選び直す'
  const take = useServerMutation(takeBackClubMerge, { invalidates: mergeStale })
  const [isAsked, setIsAsked] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        {title}
      </Button>
      {until && (
        <span className="text-muted-foreground">
          <span className="figures">{formatDate(until.slice(0, 10))}</span>まで、全体を戻せます。
        </span>
      )}
      {isAsked && (
        <ConfirmDialog
          check={() => takeBackClubMerge({ data: {}, ...rehearsal })}
          title={title}
          destructive
          onYes={async () => {
            await take.mutateAsync({ data: {} })
            setIsAsked(false)
          }}
          onNo={() => setIsAsked(false)}
        >
          会員管理システムから反映した会員・契約・チケット・予約・来館・売上を、その後の同期で変わった分も含めて、反映前に戻します。メールや日次ログなどの記録がある会員は残ります。戻したあとは、扱いを選び直すまで同期しません。
        </ConfirmDialog>
      )}
    </div>
  )
}
