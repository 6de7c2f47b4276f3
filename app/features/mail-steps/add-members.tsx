import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { birthdayText } from '#contract/birthday.ts'
import type { MailStep } from '#contract/mail-step.ts'
import { inputClass } from '~/components/fields/field-frame'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { enrolInMailStep } from '~/functions/mail-step'
import { cn } from '~/lib/utils'
import { foundMembersQuery } from './queries'

/** Enrols a member, found by name or number, in the scenario. */
export function AddMembers({ step: { id, status } }: { step: MailStep }) {
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  const { data } = useQuery({
    ...foundMembersQuery(keyword),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  const enrol = useServerMutation(enrolInMailStep, {
    invalidates: ['mailStep'],
    done: ({ enrolled }) => (enrolled > 0 ? '会員への配信を開始しました。' : 'この会員には、すでに配信しています。'),
  })
  if (status !== 'active') {
    return <p className="mb-3 text-sm text-muted-foreground">公開すると、会員を追加できます。</p>
  }
  const found = keyword === '' ? [] : (data?.list ?? [])
  const add = async (userId: string) => {
    await enrol.mutateAsync({ data: { id, userIds: [userId] } }).catch(notifyRefusal)
    setTyped('')
  }
  return (
    <div className="mb-4 space-y-2">
      <input
        type="search"
        aria-label="追加する会員を検索"
        placeholder="追加する会員の氏名・会員番号・電話番号"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={cn(inputClass, 'h-9 max-w-80')}
      />
      {found.length > 0 && (
        <ul aria-label="見つかった会員" className="max-w-md divide-y rounded-md border bg-card">
          {found.map(({ id: userId, lastName, firstName, memberNo, shop, foundBirthday }) => (
            <li key={userId}>
              <button
                type="button"
                disabled={enrol.isPending}
                onClick={() => void add(userId)}
                className="flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-muted"
              >
                <Plus aria-hidden className="size-4 shrink-0" />
                <span className="wrap-anywhere">
                  {lastName} {firstName}
                </span>
                <span className="figures text-xs text-muted-foreground">
                  {foundBirthday && `${birthdayText(foundBirthday)}生　`}
                  {memberNo}　{shop.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {keyword !== '' && `${found.length}名見つかりました。`}
      </p>
    </div>
  )
}
