import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { phoneText } from '#contract/phone.ts'
import type { StaffRecord } from '#contract/staff.ts'
import { staffFields } from '#contract/words/fields/staff.ts'
import { genders } from '#contract/words/member.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { employmentTypes, invitationStates, staffStatuses } from '#contract/words/staff-record.ts'
import { StaffName } from '~/auth/record-links'
import { useCan } from '~/auth/session'
import { Picture } from '~/components/picture'
import { Fact, Facts } from '~/components/record/facts'
import { HistorySection } from '~/components/record/history-section'
import { buttonVariants } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { listAudit } from '~/functions/audit'
import { formatDate, formatDateTime } from '~/lib/dates'
import { PendingEmail } from '~/nouns/staff/pending-email'
import { shopsInCharge } from '~/nouns/staff/shops-in-charge'
import { ShopsOfStaff } from './shops-of-staff'
import { isRecord, useStaff } from './staff-page'

/** All data of a staff member, with links to the forms. */
export function StaffOverview() {
  const staff = useStaff()
  const can = useCan()
  if (!isRecord(staff)) {
    return (
      <Facts>
        <Fact label={staffFields.role}>{roleLevels[staff.role]}</Fact>
      </Facts>
    )
  }
  return (
    <div className="grid items-start gap-4 pb-6 lg:grid-cols-2">
      <Employment staff={staff} />
      <Profile staff={staff} />
      <Shops staff={staff} />
      <div className="lg:col-span-2">
        {staff.updatedAt && (
          <p className="figures mb-4 text-xs text-muted-foreground">
            最終更新 {formatDateTime(staff.updatedAt)} <StaffName staff={staff.updatedBy} nobody={null} />
          </p>
        )}
        {can('audit.read') && (
          <HistorySection of={{ resourceType: 'staff', resourceId: staff.id }} read={listAudit} noun="スタッフ" />
        )}
      </div>
    </div>
  )
}

interface PanelProps {
  title: string
  staff: StaffRecord
  /** URL of the form. */
  form: '/staffs/$staffId/edit' | '/staffs/$staffId/profile' | '/staffs/$staffId/shops'
  children: ReactNode
}

function Panel({ title, staff: { id, may }, form, children }: PanelProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-lg border bg-card p-4 shadow-card sm:p-5">
      <div className="mb-3 flex min-h-9 items-center justify-between gap-3">
        <h2 id={heading} className="text-[15px] font-semibold">
          {title}
        </h2>
        {may.update && (
          <Link
            to={form}
            params={{ staffId: id }}
            aria-label={`${title}を編集する`}
            className={buttonVariants({ variant: 'outline' })}
          >
            <Pencil aria-hidden />
            編集する
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

const Employment = ({ staff }: { staff: StaffRecord }) => (
  <Panel title="権限と在籍" staff={staff} form="/staffs/$staffId/edit">
    <Facts>
      <Fact label={staffFields.role}>
        {roleLevels[staff.role]}
        {staff.isAdmin && '（管理者）'}
      </Fact>
      <Fact label={staffFields.status}>{staffStatuses[staff.status]}</Fact>
      <Fact label={staffFields.jobTitle}>{staff.jobTitle}</Fact>
      <Fact label={staffFields.employmentType}>{staff.employmentType && employmentTypes[staff.employmentType]}</Fact>
      <Fact label={staffFields.joinedOn}>{staff.joinedOn && formatDate(staff.joinedOn)}</Fact>
      {staff.leftOn && <Fact label={staffFields.leftOn}>{formatDate(staff.leftOn)}</Fact>}
      <Fact label={staffFields.lastLoginAt}>{staff.lastLoginAt && formatDateTime(staff.lastLoginAt)}</Fact>
      <Fact label="パスワード">{staff.hasUnconfirmedPassword && '本人の確認待ち'}</Fact>
      {staff.awaitsReaderApproval && (
        <Fact label="健康情報の閲覧">
          <Chip tone="warning">承認待ち</Chip>
          <span className="mt-1 block text-xs text-muted-foreground">
            {staff.may.approveReader
              ? '登録・招待した人より広く健康情報を見られる権限です。本人に任せてよければ承認してください。'
              : '登録・招待した人とは別の人（本部か、ほかのFCオーナー）が承認するまで、健康情報は表示されません。'}
          </span>
        </Fact>
      )}
      <Fact label="2段階認証">{staff.hasSecondFactor ? '設定済' : '未設定'}</Fact>
      <Fact label="招待">{invitationText(staff)}</Fact>
    </Facts>
  </Panel>
)

function invitationText({ invitation, invitedAt, inviteExpiresAt }: StaffRecord) {
  if (!invitedAt || !inviteExpiresAt) return invitationStates[invitation]
  const until = invitation === 'sent' ? `、${formatDateTime(inviteExpiresAt)}まで有効` : ''
  return `${invitationStates[invitation]}（${formatDateTime(invitedAt)}に送信${until}）`
}

const Profile = ({ staff }: { staff: StaffRecord }) => {
  const { user } = staff
  return (
    <Panel title="プロフィール" staff={staff} form="/staffs/$staffId/profile">
      <div className="flex gap-4">
        <Picture url={user.imgUrl} className="size-20 shrink-0 rounded-md object-cover" />
        <div className="min-w-0 flex-1">
          <Facts>
            <Fact label={staffFields.name}>{`${user.lastName}　${user.firstName}`.trim()}</Fact>
            <Fact label={staffFields.kana}>{[user.lastNameKana, user.firstNameKana].filter(Boolean).join('　')}</Fact>
            <Fact label={staffFields.email}>
              {user.email}
              <PendingEmail email={user.pendingEmail} />
            </Fact>
            <Fact label={staffFields.tel}>{user.tel && phoneText(user.tel)}</Fact>
            <Fact label={staffFields.birthday}>{user.birthday && formatDate(user.birthday)}</Fact>
            <Fact label={staffFields.gender}>{genders[user.gender]}</Fact>
          </Facts>
        </div>
      </div>
    </Panel>
  )
}

const Shops = ({ staff }: { staff: StaffRecord }) => (
  <Panel title="担当店舗" staff={staff} form="/staffs/$staffId/shops">
    {staff.shopStaffList.length === 0 && <p className="text-sm text-muted-foreground">{shopsInCharge(staff, [])}</p>}
    <ShopsOfStaff staff={staff} />
    {staff.hasOtherShops && (
      <p className="mt-3 text-sm text-muted-foreground">
        ほかの店舗も担当しているため、ここでは変更できません。本部に依頼してください。
      </p>
    )}
  </Panel>
)
