import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mail, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { phoneText } from '#contract/phone.ts'
import { type StaffUser, UserDraft } from '#contract/user.ts'
import { genders } from '#contract/words/member.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { useMe } from '~/auth/session'
import { Picture } from '~/components/picture'
import { Fact, Facts } from '~/components/record/facts'
import { ResourceForm } from '~/components/resource-form/resource-form'
import { useResourceForm, valuesOf } from '~/components/resource-form/use-resource-form'
import { FailedState } from '~/components/states'
import { Button } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Skeleton } from '~/components/ui/skeleton'
import { useServerMutation } from '~/data/mutation'
import { createImage } from '~/functions/image'
import { updateStaffUser } from '~/functions/staff-user'
import { formatDate } from '~/lib/dates'
import { PendingEmail } from '~/nouns/staff/pending-email'
import { ProfileFields } from '~/nouns/staff/profile-fields'
import { shopsInCharge } from '~/nouns/staff/shops-in-charge'
import { EmailDialog } from './email-dialog'
import { profileQuery } from './queries'

/** The user's profile, edited in place; rights are read-only. */
export function Profile() {
  const { data, error, refetch } = useQuery(profileQuery)
  const [isEditing, setIsEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Card>
      <CardHeader className="flex items-center justify-between gap-3">
        <CardTitle>プロフィール</CardTitle>
        {data && !isEditing && (
          <Button
            ref={edit}
            variant="outline"
            // The form opens on the loaded record; conflicts are handled on saving.
            onClick={() => void refetch().finally(() => setIsEditing(true))}
            className="print:hidden"
          >
            <Pencil aria-hidden />
            編集する
          </Button>
        )}
      </CardHeader>
      <CardContent>
        {data && isEditing ? (
          <ProfileForm row={data} onDone={() => setIsEditing(false)} />
        ) : data ? (
          <ProfileFacts user={data} />
        ) : error ? (
          <FailedState title="プロフィールを表示できませんでした" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
      </CardContent>
    </Card>
  )
}

function ProfileFacts({ user }: { user: StaffUser }) {
  const me = useMe()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className="flex flex-wrap gap-4">
      <Picture url={user.imgUrl ?? null} className="size-20 shrink-0 rounded-md object-cover" />
      <div className="min-w-0 flex-1 basis-60">
        <Facts>
          <Fact label="氏名">{`${user.lastName}　${user.firstName}`.trim()}</Fact>
          <Fact label="フリガナ">{[user.lastNameKana, user.firstNameKana].filter(Boolean).join('　')}</Fact>
          <Fact label="表示名">{me?.staff.displayName}</Fact>
          <Fact label="メールアドレス">
            {user.email}
            <PendingEmail email={user.pendingEmail} />
          </Fact>
          <Fact label="電話番号">{user.tel && phoneText(user.tel)}</Fact>
          <Fact label="生年月日">{user.birthday && formatDate(user.birthday)}</Fact>
          <Fact label="性別">{user.gender && genders[user.gender]}</Fact>
          {me && (
            <>
              <Fact label="権限">
                {roleLevels[me.staff.role]}
                {me.isAdmin && '（管理者）'}
                <Link to="/rights" className="ml-3 text-primary underline underline-offset-4 print:hidden">
                  権限一覧を見る
                </Link>
              </Fact>
              <Fact label="担当店舗">{shopsInCharge({ role: me.staff.role, isAdmin: me.isAdmin }, me.shops)}</Fact>
            </>
          )}
        </Facts>
        <p className="mt-3 text-xs text-muted-foreground">
          表示名・権限・担当店舗の変更は、店長または本部に依頼してください。
        </p>
        <Button variant="outline" className="mt-3 print:hidden" onClick={() => setIsChanging(true)}>
          <Mail aria-hidden />
          メールアドレスを変更する
        </Button>
        {isChanging && <EmailDialog email={user.email ?? ''} onClose={() => setIsChanging(false)} />}
      </div>
    </div>
  )
}

/** The sign-in address has a dialog of its own, which wants the password. */
const OwnDraft = UserDraft.omit({ email: true })
const blank = {
  lastName: '',
  firstName: '',
  lastNameKana: null,
  firstNameKana: null,
  gender: 'none' as const,
  tel: null,
  birthday: null,
  imgUrl: null,
}
type Own = (typeof OwnDraft)['_zod']['input']
const toValues = (row: StaffUser): Own => valuesOf(row as StaffUser & Own, blank as Own)

function ProfileForm({ row, onDone }: { row: StaffUser; onDone: () => void }) {
  const picture = useServerMutation(createImage, { invalidates: [] })
  const change = useServerMutation(updateStaffUser, {
    invalidates: ['user', 'staff'],
    done: 'プロフィールを更新しました。',
  })
  const form = useResourceForm({
    name: `account.${row.id}`,
    schema: OwnDraft,
    row,
    initial: toValues(row),
    toValues,
    save: (values, { row: seen = row, ...call }) =>
      change.mutateAsync({ data: { ...values, id: seen.id, version: seen.version }, ...call }),
    onSaved: onDone,
  })
  return (
    <ResourceForm form={form} onCancel={onDone}>
      <ProfileFields fields={form.fields} upload={(data, call) => picture.mutateAsync({ data, ...call })} />
    </ResourceForm>
  )
}
