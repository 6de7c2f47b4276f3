import { Link } from '@tanstack/react-router'
import { useCan } from '~/auth/session'
import { ofItsAddress, ViewTabs, viewTab } from '~/components/view-tabs'

/** The members, and the lists to work off; they keep the selected shop. */
export function OutreachTabs({ shop }: { shop: string | undefined }) {
  const can = useCan()
  return (
    <ViewTabs label="会員への連絡">
      <Link to="/hacomono/members" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
        会員
      </Link>
      {can('member.export') && (
        <Link to="/hacomono/members/talk" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
          今週話す会員
        </Link>
      )}
      {can('report.money') && (
        <Link to="/hacomono/members/unpaid" search={{ shop }} activeOptions={ofItsAddress} className={viewTab}>
          未収金のある会員
        </Link>
      )}
    </ViewTabs>
  )
}
