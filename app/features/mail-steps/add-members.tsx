import type { MailStep } from '#contract/mail-step.ts'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { enrolInMailStep } from '~/functions/mail-step'
import { AddedMember } from '~/nouns/member/added-member'
import { MemberSearch } from '~/nouns/member/member-search'
import { foundMembersQuery } from './queries'

/** Enrols a member, found by name or number, in the scenario. */
export function AddMembers({ step: { id, status } }: { step: MailStep }) {
  const enrol = useServerMutation(enrolInMailStep, {
    invalidates: ['mailStep'],
    done: ({ enrolled }) => (enrolled > 0 ? '会員への配信を開始しました。' : 'この会員には、すでに配信しています。'),
  })
  if (status !== 'active') {
    return <p className="mb-3 text-sm text-muted-foreground">公開すると、会員を追加できます。</p>
  }
  return (
    <div className="mb-4">
      <MemberSearch
        aria-label="追加する会員を検索"
        placeholder="追加する会員の氏名・会員番号・電話番号"
        className="max-w-80"
        listClassName="max-w-md"
        find={foundMembersQuery}
        onTake={({ id: userId }) => void enrol.mutateAsync({ data: { id, userIds: [userId] } }).catch(notifyRefusal)}
      >
        {(row) => <AddedMember row={row} />}
      </MemberSearch>
    </div>
  )
}
