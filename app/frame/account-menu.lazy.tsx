import { LogOut } from 'lucide-react'
import type { Me } from '#contract/user.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { signOut } from '~/auth/session'
import { Chip } from '~/components/ui/chip'
import { AnchoredMenu, MenuHeading, MenuItem, MenuSeparator } from '~/components/ui/dropdown-menu'
import type { OverlayProps } from '~/lib/on-demand'

export default function AccountMenuContent({ me, ...overlay }: OverlayProps & { me: Me }) {
  return (
    <AnchoredMenu {...overlay} label="アカウント">
      <MenuHeading>
        <p className="font-medium break-all">{me.staff.displayName}</p>
        <p className="text-xs break-all text-muted-foreground">{me.staff.email}</p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Chip tone="positive">{roleLevels[me.staff.role]}</Chip>
          {me.isAdmin && <Chip>管理者</Chip>}
        </p>
      </MenuHeading>
      <MenuSeparator />
      <MenuItem onSelect={() => void signOut()}>
        <LogOut aria-hidden />
        ログアウト
      </MenuItem>
    </AnchoredMenu>
  )
}
