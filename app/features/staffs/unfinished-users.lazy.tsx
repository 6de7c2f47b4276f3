import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { StaffRow } from '#contract/staff.ts'
import { type RoleLevel, roleLevels } from '#contract/words/staff.ts'
import { useCan, useMe } from '~/auth/session'
import { ChoiceSelect } from '~/components/choice-select'
import { Modal } from '~/components/dialogs/modal'
import { useRemoval } from '~/components/record/use-removal'
import { Button } from '~/components/ui/button'
import { notifyRefusal, useServerMutation } from '~/data/mutation'
import { createStaff } from '~/functions/staff-record'
import { removeStaffUser } from '~/functions/staff-user'
import { staffListQuery } from './queries'
import { rolesBelow } from './roles'

const request = { unfinished: 'true', limit: 100, sortKey: 'displayName', sortDir: 'asc' } as const

/** Beside the list of staff: users of type staff whose registration broke off before they were staff. */
export default function UnfinishedUsers() {
  const { data } = useQuery(staffListQuery(request))
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen && !data?.paging.total) return null
  return (
    <>
      <Button variant="outline" onClick={() => setIsOpen(true)}>
        登録が途中のユーザー {data?.paging.total ?? 0}名
      </Button>
      {isOpen && (
        <Modal title="登録が途中のユーザー" onClose={() => setIsOpen(false)}>
          <p className="text-sm text-muted-foreground">
            プロフィールだけが登録されています。ログインできるのは、スタッフとして登録し、招待したあとです。
          </p>
          <ul className="mt-3 divide-y">
            {data?.list.map((user) => (
              <Unfinished key={user.userId} user={user} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}

function Unfinished({ user }: { user: StaffRow }) {
  const { userId, displayName, email, version = 0 } = user
  const me = useMe()
  const roles = me ? rolesBelow(me) : []
  const [role, setRole] = useState<RoleLevel>('level2')
  const navigate = useNavigate()
  const creation = useServerMutation(createStaff, {
    invalidates: ['staff'],
    done: '店舗スタッフを登録しました。担当店舗を追加して、招待を送ってください。',
  })
  const removal = useRemoval({
    noun: 'ユーザー',
    nameOf: () => displayName,
    resource: 'staff',
    remove: removeStaffUser,
  })
  const create = async () => {
    if (creation.isPending) return
    try {
      const { id } = await creation.mutateAsync({ data: { userId, role, status: 'waiting' } })
      await navigate({ to: '/staffs/$staffId', params: { staffId: id } })
    } catch (error) {
      notifyRefusal(error)
    }
  }
  const mayRemove = useCan()('staff.delete')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{displayName}</span>
        <span className="text-muted-foreground">{email}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <ChoiceSelect
          label={`${displayName}さんの権限`}
          value={role}
          choices={roles.map((one) => [one, roleLevels[one]] as const)}
          onChange={setRole}
        />
        <Button aria-disabled={creation.isPending || undefined} onClick={() => void create()}>
          スタッフとして登録
        </Button>
        {mayRemove && (
          <Button variant="outline" onClick={() => removal.ask({ id: userId, version })}>
            削除する
          </Button>
        )}
      </span>
      {removal.dialog}
    </li>
  )
}
