import { AnchoredMenu, MenuRadioGroup, MenuRadioItem } from '~/components/ui/dropdown-menu'
import type { OverlayProps } from '~/lib/on-demand'
import { type Theme, themes } from './themes'

interface Props extends OverlayProps {
  theme: Theme
  onChoose: (theme: Theme) => void
}

export default function ThemeMenuContent({ theme, onChoose, ...overlay }: Props) {
  return (
    <AnchoredMenu {...overlay} label="表示テーマ">
      <MenuRadioGroup value={theme} onValueChange={(value) => onChoose(value as Theme)}>
        {themes.map(({ theme: value, label, Icon }) => (
          <MenuRadioItem key={value} value={value}>
            <Icon aria-hidden />
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </AnchoredMenu>
  )
}
