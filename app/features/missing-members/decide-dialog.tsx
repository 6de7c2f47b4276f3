import type { MissingMember } from '#contract/missing-member.ts'
import type { MissingDecision, MissingState } from '#contract/words/missing-member.ts'
import { ConfirmDialog } from '~/components/dialogs/confirm-dialog'
import { notifyRefusal, rehearsal, useServerMutation } from '~/data/mutation'
import { decideMissingMembers } from '~/functions/missing-member'
import { formatDate } from '~/lib/dates'
import { formatCount } from '~/lib/format'
import { nameOf } from './columns'

/** Names that are shown; the others are a number. */
const shownNames = 10

interface DecideDialogProps {
  rows: MissingMember[]
  from: MissingState
  decision: MissingDecision
  onClose: () => void
  onDone: () => void
}

/** One question for all of them, with what happens to whom and how it comes back. */
export function DecideDialog({ rows, from, decision, onClose, onDone }: DecideDialogProps) {
  const people = `${formatCount(rows.length)}名`
  const isMoved = rows[0]?.kind === 'moved'
  const leave = isMoved ? '転出' : '退会'
  const decide = useServerMutation(decideMissingMembers, {
    invalidates: ['missingMember', 'member', 'today'],
    done: ({ changed }) => doneText({ decision, from, leave }, changed),
  })
  const data = { ids: rows.map(({ id }) => id), from, decision }
  const run = async () => {
    try {
      await decide.mutateAsync({ data })
      onDone()
    } catch (error) {
      notifyRefusal(error)
    } finally {
      onClose()
    }
  }
  const title =
    decision === 'close'
      ? `${people}を${leave}にする`
      : from === 'closed'
        ? `${people}の${leave}を取り消す`
        : `${people}を在籍のままにする`
  return (
    <ConfirmDialog
      check={() => decideMissingMembers({ data, ...rehearsal })}
      title={title}
      destructive={decision === 'close'}
      onYes={run}
      onNo={onClose}
    >
      <ul className="list-disc space-y-1 pl-5 wrap-anywhere">
        {rows.slice(0, shownNames).map((row) => (
          <li key={row.id}>
            <span className="font-medium">{nameOf(row)}</span>（{row.shop.name}）
            {decision === 'close' &&
              `: 最終有効日 ${formatDate(row.lastSeenOn)}、今後の予約 ${formatCount(row.bookings)}件`}
            {row.answeredAt && '、店舗の回答「在籍しています」'}
          </li>
        ))}
        {rows.length > shownNames && <li>ほか{formatCount(rows.length - shownNames)}名</li>}
      </ul>
      <p className="mt-3">{consequence({ decision, from, leave })}</p>
    </ConfirmDialog>
  )
}

interface Meant {
  decision: MissingDecision
  from: MissingState
  leave: '退会' | '転出'
}

function consequence({ decision, from, leave }: Meant): string {
  const isMoved = leave === '転出'
  if (decision === 'keep') {
    const stays = isMoved
      ? '以後の同期では、契約が取り込まないスタジオにあるままでも転出にしません。'
      : '以後の同期では、会員管理システムに見つからないままでも退会にしません。'
    return from === 'closed' ? `契約の終了日を元に戻します。${stays}` : `契約はそのままです。${stays}`
  }
  return isMoved
    ? '取り込まないスタジオに移った会員の契約を、移る前の日で終了します。集計では退会に数えます。予約は取り消しません。取り込むスタジオに戻った会員は、自動で元の契約に戻ります。この一覧から取り消すこともできます。'
    : '会員管理システムにもう一度確認し、見つからない会員の契約を、最後に確認した日で終了します。予約は取り消しません。会員管理システムに戻った会員は、自動で元の契約に戻ります。この一覧から取り消すこともできます。'
}

function doneText({ decision, from, leave }: Meant, changed: number): string {
  const people = `${formatCount(changed)}名`
  if (decision === 'close')
    return leave === '転出'
      ? `${people}の転出を受け付けました。`
      : `${people}の退会を受け付けました。会員管理システムに確認してから反映します。`
  return from === 'closed' ? `${people}の${leave}の取り消しを受け付けました。` : `${people}を在籍のままにしました。`
}
