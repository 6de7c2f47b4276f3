import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, ShieldCheck, UserCog } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#contract/user.ts'
import { roleLevels } from '#contract/words/staff.ts'
import { signOut } from '~/auth/session'
import { lazyPart } from '~/components/lazy-part'
import { Chip } from '~/components/ui/chip'
import { AnchoredMenu, MenuHeading, MenuItem, MenuSeparator } from '~/components/ui/dropdown-menu'
import type { OverlayProps } from '~/lib/on-demand'

const Shortcuts = lazyPart(() => import('./shortcuts.lazy'), { missing: 'notice' })

export default function AccountMenuContent({ me, ...overlay }: OverlayProps & { me: Me }) {
  const [showsKeys, setShowsKeys] = useState(false)
  return (
    <>
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
        <MenuItem asChild>
          <Link to="/account">
            <UserCog aria-hidden />
            アカウント設定
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to="/rights">
            <ShieldCheck aria-hidden />
            権限一覧
          </Link>
        </MenuItem>
        <MenuItem
          aria-keyshortcuts="?"
          onSelect={() => {
            // The sheet returns the focus to where it was when it opened.
            overlay.anchor.current?.focus()
            setShowsKeys(true)
          }}
        >
          <Keyboard aria-hidden />
          キーボード操作の一覧
          <kbd aria-hidden className="ml-auto pl-4 font-sans text-xs text-muted-foreground">
            ?
          </kbd>
        </MenuItem>
        <MenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          ログアウト
        </MenuItem>
      </AnchoredMenu>
      {showsKeys && <Shortcuts onClose={() => setShowsKeys(false)} />}
    </>
  )
}
