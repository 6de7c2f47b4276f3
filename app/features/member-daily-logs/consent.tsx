import { useQuery } from '@tanstack/react-query'
import { History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { consentKinds, consentOf, consentStates, type LogKind, logKinds, rightOf } from '#contract/words/daily-log.ts'
import { useCan, useReach } from '~/auth/session'
import { Modal } from '~/components/dialogs/modal'
import { ActDialog } from '~/components/record/act-dialog'
import { TabState } from '~/components/record/tab-state'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { useServerMutation } from '~/data/mutation'
import { eraseDailyLogs } from '~/functions/daily-log'
import { formatDateTime } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { nameOf } from './labels'
import { consentQuery, type DaysAnswer } from './queries'

type Consent = NonNullable<DaysAnswer['consent']>
type Member = NonNullable<DaysAnswer['member']>

/** 「11月20日」. */
const dayInWords = (instant: string) => {
  const [month, day] = formatDateTime(instant).slice(5, 10).split('/').map(Number)
  return `${month}月${day}日`
}

/** Why a member's data are hidden; undefined with consent. */
export function refusalOf({ state, at }: Consent, kind: LogKind): string | undefined {
  if (state === 'given') return undefined
  if (state === 'withdrawn')
    return `この会員は${at ? dayInWords(at) : ''}に同意を取り消しました。記録は表示されません。`
  if (state === 'otherCompany') {
    return 'この会員の同意は、この店舗を運営する会社への提供を含んでいません。記録は表示されません。'
  }
  if (state === 'notShared') return 'この会員は、月経の記録を共有していません。記録は表示されません。'
  return `この会員は、${consentKinds[consentOf[kind]]}の記録の利用に同意していません。`
}

interface ConsentLineProps {
  member: Member
  consent: Consent
  onErase: () => void
}

/** The member's consent to the use of this log, and its consequences. */
export function ConsentLine({ member, consent: { state, version, at }, onErase }: ConsentLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const mayErase = useCan()('log.erase')
  const isGiven = state === 'given'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm print:hidden">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted-foreground">同意</span>
        <Chip tone={isGiven ? 'positive' : 'warning'}>{consentStates[state]}</Chip>
        {version && at && (
          <span className="figures text-muted-foreground">
            {version}版 {formatDateTime(at).slice(0, 13)}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button variant="ghost" onClick={() => setIsOpen(true)}>
          <History aria-hidden />
          同意の履歴
        </Button>
        {mayErase && isGiven && (
          <Button variant="ghost" onClick={onErase}>
            <Trash2 aria-hidden />
            申出により記録を削除
          </Button>
        )}
      </div>
      {isOpen && <ConsentHistory member={member} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/** After a withdrawn consent with stored days: offers to delete them. */
export function KeptDays({ onErase }: { onErase: () => void }) {
  if (!useCan()('log.erase')) return null
  return (
    <>
      <p>保存されている記録が残っています。削除しますか。</p>
      <Button size="lg" variant="outline" onClick={onErase}>
        <Trash2 aria-hidden />
        残っている記録を削除
      </Button>
    </>
  )
}

interface EraseQuestionProps {
  kind: LogKind
  member: Member
  onClose: () => void
}

/** Confirms deleting a member's stored data, with their amount. */
export function EraseQuestion({ kind, member, onClose }: EraseQuestionProps) {
  const [isAll, setIsAll] = useState(false)
  const { data } = useQuery(consentQuery(member.id))
  const erasure = useServerMutation(eraseDailyLogs, {
    invalidates: ['dailyLog'],
    done: ({ erased }) => `${formatCount(erased)}件の記録を削除しました。`,
  })
  const consent = consentOf[kind]
  const days = data?.kinds.find((one) => one.kind === consent)?.days
  const all = data?.kinds.reduce((sum, one) => sum + one.days, 0)
  const count = (known: number | undefined) => (known === undefined ? '…' : `${formatCount(known)}件`)
  const choice = (label: string, ofAll: boolean, known: number | undefined) => (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="radio"
        name="erase"
        checked={isAll === ofAll}
        onChange={() => setIsAll(ofAll)}
        className="size-4 accent-primary"
      />
      {label}
      <span className="figures">{count(known)}</span>
    </label>
  )
  return (
    <ActDialog
      title="日次ログを削除"
      name={nameOf(member)}
      destructive
      resource="dailyLog"
      act={(call) => erasure.mutateAsync({ data: { id: member.id, ...(!isAll && { kind: consent }) }, ...call })}
      onClose={onClose}
    >
      この会員の記録を削除します。元に戻すことはできません。削除したことは操作履歴に記録されます。件数は、1種類の1日分を1件と数えます。
      <span role="radiogroup" aria-label="削除する記録" className="mt-3 block">
        {choice(consentKinds[consent], false, days)}
        {choice('すべての日次ログ', true, all)}
      </span>
    </ActDialog>
  )
}

/** History of a member's consents. */
function ConsentHistory({ member, onClose }: { member: Member; onClose: () => void }) {
  const query = useQuery(consentQuery(member.id))
  return (
    <Modal title="同意の履歴" onClose={onClose}>
      <p className="mb-4 font-medium">{nameOf(member)}</p>
      <TabState query={query} noun="同意の履歴">
        {({ kinds }) => (
          <div className="space-y-5">
            {kinds.map(({ kind, state, days, history }) => (
              <section key={kind}>
                <h3 className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                  {consentKinds[kind]}
                  <Chip tone={state === 'given' ? 'positive' : 'neutral'}>{consentStates[state]}</Chip>
                  <span className="figures font-normal text-muted-foreground">保存 {formatCount(days)}件</span>
                </h3>
                {history.length === 0 ? (
                  <p className="mt-1 text-sm text-muted-foreground">まだ一度も同意していません。</p>
                ) : (
                  <ul className="mt-1 divide-y border-y text-sm">
                    {history.map(({ agreed, at, version, companies }) => (
                      <li key={`${at} ${agreed}`} className="flex flex-wrap gap-x-4 py-1.5">
                        <span className="figures">{formatDateTime(at)}</span>
                        <span className="font-medium">{agreed ? '同意' : '取消'}</span>
                        <span className="text-muted-foreground">{version}版</span>
                        {companies.length > 0 && <span>提供先: {companies.join('、')}</span>}
                      </li>
                    ))}
                  </ul>
                )}
              </section>
            ))}
          </div>
        )}
      </TabState>
    </Modal>
  )
}

/** Whether the user may see more of a cycle than its phase. */
export const useIsPhaseOnly = (kind: LogKind) => useReach()(rightOf[kind]) === 'assigned' && kind === 'menstrual'

/** 「体調の記録」. */
export const recordsOf = (kind: LogKind) => `${logKinds[kind]}の記録`
