import { Link, Outlet, useMatch, useNavigate } from '@tanstack/react-router'
import { Eye, KeyRound, Mail, ShieldCheck, ShieldOff, Trash2, UserX } from 'lucide-react'
import { createContext, use, useState } from 'react'
import type { Staff, StaffRecord } from '#contract/staff.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { ActsLink } from '~/auth/record-links'
import { useCan, useMe, useReach } from '~/auth/session'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { useRemoval } from '~/components/record/use-removal'
import { Button } from '~/components/ui/button'
import { Chip } from '~/components/ui/chip'
import { useServerMutation } from '~/data/mutation'
import { startPreview } from '~/functions/preview'
import { approveReader, inviteStaff, removeStaff } from '~/functions/staff-record'
import { todayInTokyo } from '~/lib/dates'
import { listAsLeft } from '~/lib/lists-as-left'
import { allShops } from '~/shop/selected-shop'
import { InvitationChip, StatusChip } from './chips'
import { PasswordResetDialog } from './password-reset-dialog'
import { staffQuery } from './queries'
import { RetireDialog } from './retire-dialog'
import { SecondFactorDialog } from './second-factor-dialog'

const staffListLink = { to: '/staffs', label: 'スタッフの一覧' } as const

const StaffContext = createContext<Staff | null>(null)

/** The staff member of the surrounding page, as far as the user may see them. */
export function useStaff(): Staff {
  const staff = use(StaffContext)
  if (!staff) throw new Error('A part of a page of staff stands inside StaffPage.')
  return staff
}

/** Whether the response has the full record, not only name and role. */
export const isRecord = (staff: Staff): staff is StaffRecord => staff.version !== undefined

/** Page of one staff member: header, actions, and sections with their own URLs. */
export function StaffPage({ id }: { id: string }) {
  // Hidden beside a form.
  const isOverview = useMatch({ from: '/_signed-in/_page/staffs/$staffId/', shouldThrow: false }) !== undefined
  return (
    <LoadedRecord query={staffQuery(id)} list={staffListLink} title="スタッフ" noun="スタッフ" wide>
      {(staff) => (
        <RecordPage
          wide
          list={staffListLink}
          title={staff.displayName}
          state={<State staff={staff} />}
          actions={isOverview && isRecord(staff) && <Acts staff={staff} />}
          related={isOverview && <Neighbours staff={staff} />}
        >
          <StaffContext value={staff}>
            <Outlet />
          </StaffContext>
        </RecordPage>
      )}
    </LoadedRecord>
  )
}

const State = ({ staff }: { staff: Staff }) => (
  <>
    <Chip>{roleLevels[staff.role]}</Chip>
    {staff.isAdmin && <Chip tone="positive">管理者</Chip>}
    {staff.status && <StatusChip status={staff.status} />}
    {staff.status === 'waiting' && staff.invitation && <InvitationChip invitation={staff.invitation} />}
  </>
)

/** Links to the staff member's bookings, members and records, in every shop, whichever is selected. */
function Neighbours({ staff: { id } }: { staff: Staff }) {
  const can = useCan()
  const me = useMe()
  const readsAudit = useReach()('audit.read')
  return (
    <>
      {can('reservation.read') && (
        <Link
          to="/hacomono/reservations"
          search={{ shop: allShops, staffId: id, from: todayInTokyo() }}
          className={relatedLook}
        >
          担当する予約
        </Link>
      )}
      {can('member.read') && (
        <Link to="/hacomono/members" search={{ shop: allShops, trainerStaffId: id }} className={relatedLook}>
          担当会員
        </Link>
      )}
      {can('dailyReport.read') && (
        <Link to="/shop-reports/list" search={{ shop: allShops, authorStaffId: id }} className={relatedLook}>
          作成した日報
        </Link>
      )}
      {can('reportAction.read') && (
        <Link to="/shop-reports/actions" search={{ shop: allShops, ownerStaffId: id }} className={relatedLook}>
          担当する改善アクション
        </Link>
      )}
      {can('mailLog.read') && (
        <Link to="/mail/logs" search={{ shop: allShops, senderStaffId: id }} className={relatedLook}>
          送信したメール
        </Link>
      )}
      {(readsAudit !== 'own' || me?.staff.id === id) && <ActsLink staffId={id} />}
    </>
  )
}

/** Actions besides editing, each only if currently possible. */
function Acts({ staff }: { staff: StaffRecord }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'password' | 'secondFactor' | 'retire'>()
  const removal = useRemoval<StaffRecord>({
    noun: 'スタッフ',
    nameOf: ({ displayName }) => displayName,
    resource: 'staff',
    remove: removeStaff,
    onRemoved: () =>
      void navigate({ to: staffListLink.to, search: listAsLeft(staffListLink.to) as never, ignoreBlocker: true }),
  })
  const invitation = useServerMutation(inviteStaff, { invalidates: ['staff'], done: ({ message }) => message })
  const approval = useServerMutation(approveReader, {
    invalidates: ['staff', 'today'],
    done: '健康情報の閲覧を承認しました。',
  })
  const mayPreview = useCan()('rights.preview')
  const looking = useServerMutation(startPreview, { invalidates: [] })
  const preview = async () => {
    const { role, shopStaffList } = staff
    await looking.mutateAsync({ data: { role, shopIds: shopStaffList.map(({ shop }) => shop.id) } })
    // All data on the screen was loaded with the user's own rights.
    window.location.assign('/')
  }
  const close = () => setDialog(undefined)
  const { may, status } = staff
  return (
    <>
      {may.invite && (
        <Button
          variant={staff.invitation === 'none' ? 'primary' : 'outline'}
          aria-disabled={invitation.isPending || undefined}
          onClick={() => invitation.isPending || invitation.mutate({ data: { staffId: staff.id } })}
        >
          <Mail aria-hidden />
          {staff.invitation === 'none' ? '招待を送る' : '招待を送り直す'}
        </Button>
      )}
      {mayPreview && !staff.isAdmin && (
        <Button variant="outline" onClick={() => void preview()}>
          <Eye aria-hidden />
          この権限で見る
        </Button>
      )}
      {may.approveReader && (
        <Button
          aria-disabled={approval.isPending || undefined}
          onClick={() => approval.isPending || approval.mutate({ data: { id: staff.id } })}
        >
          <ShieldCheck aria-hidden />
          健康情報の閲覧を承認する
        </Button>
      )}
      {may.resetPassword && (
        <Button variant="outline" onClick={() => setDialog('password')}>
          <KeyRound aria-hidden />
          パスワード再設定のリンクを送る
        </Button>
      )}
      {may.resetSecondFactor && (
        <Button variant="outline" onClick={() => setDialog('secondFactor')}>
          <ShieldOff aria-hidden />
          2段階認証を解除する
        </Button>
      )}
      {may.update && status !== 'cancel' && (
        <Button variant="outline" onClick={() => setDialog('retire')}>
          <UserX aria-hidden />
          退職済にする
        </Button>
      )}
      {may.remove && (
        <Button variant="outline" onClick={() => removal.ask(staff)}>
          <Trash2 aria-hidden />
          削除する
        </Button>
      )}
      {dialog === 'password' && <PasswordResetDialog staff={staff} onClose={close} />}
      {dialog === 'secondFactor' && <SecondFactorDialog staff={staff} onClose={close} />}
      {dialog === 'retire' && <RetireDialog staff={staff} onClose={close} />}
      {removal.dialog}
    </>
  )
}
