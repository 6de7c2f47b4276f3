import { Check } from 'lucide-react'
import { foldText } from '#contract/fold-text.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '~/components/ui/command'
import { AnchoredPopover } from '~/components/ui/popover'
import type { OverlayProps } from '~/lib/on-demand'
import { allShops, type SelectedShop } from './selected-shop'

const matches = (value: string, search: string, keywords: string[] = []) =>
  [value, ...keywords].some((text) => foldText(text).includes(foldText(search))) ? 1 : 0

interface Props extends OverlayProps {
  selected: SelectedShop
  onChoose: (shopId: string | undefined) => void
}

/** 全店舗 and the shops in scope, searched by name, kana and code. */
export default function ShopList({ selected, onChoose, ...overlay }: Props) {
  return (
    <AnchoredPopover {...overlay} align="start" aria-label="店舗の選択" className="w-72">
      <Command label="店舗" filter={matches} defaultValue={selected.shopId ?? allShops}>
        <CommandInput placeholder="店舗名・フリガナ・コードで検索" aria-label="店舗を検索" />
        <CommandList label="店舗">
          <CommandEmpty>該当する店舗がありません。</CommandEmpty>
          <CommandItem value={allShops} keywords={['全店舗', 'ぜんてんぽ']} onSelect={() => onChoose(undefined)}>
            <span className="font-medium">全店舗</span>
            <span className="figures text-xs text-muted-foreground">{selected.shops.length}店舗</span>
            {selected.shopId === undefined && <Chosen />}
          </CommandItem>
          {selected.shops.map((shop) => (
            <CommandItem
              key={shop.id}
              value={shop.id}
              keywords={[shop.name, shop.nameKana ?? '', shop.code]}
              onSelect={() => onChoose(shop.id)}
            >
              <span className="truncate">{shop.name}</span>
              <span className="figures text-xs text-muted-foreground">{shop.code}</span>
              {selected.shopId === shop.id && <Chosen />}
            </CommandItem>
          ))}
        </CommandList>
      </Command>
    </AnchoredPopover>
  )
}

const Chosen = () => <Check aria-label="選択中" className="ml-auto size-4 shrink-0 text-primary" />
