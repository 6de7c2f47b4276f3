import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowRight, Keyboard, LogOut, PenLine, Store, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { contractStatuses } from '#contract/words/member.ts'
import { signOut, useCan, useMe } from '~/auth/session'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from '~/components/ui/command'
import { useModalDialog } from '~/components/ui/use-modal-dialog'
import { serverQuery } from '~/data/query'
import type { ScreenAction } from '~/frame/actions'
import { visibleMenu } from '~/frame/visible-menu'
import { listMembers } from '~/functions/member'
import { formatCount } from '~/lib/format'
import { foldKana } from '~/lib/kana'
import { useChooseShop } from '~/shop/choose-shop'
import { allShops, shopRequest } from '~/shop/selected-shop'
import { paletteClass, paletteHint } from './palette-soon'

const offeredMembers = 6
/** Milliseconds without a key before members are searched. */
const typingPause = 120

interface Choice {
  key: string
  label: string
  detail?: string
  /** Search terms besides its label. */
  alsoCalled?: string
  icon: ReactNode
  choose: () => void
}

interface PersonChoice extends Choice {
  kana: string
  /** Number, contract and shop. */
  facts: string
}

interface PaletteProps {
  /** What was typed before this file arrived. */
  typed: string
  screenActions: ScreenAction[]
  onClose: () => void
  onShowShortcuts: () => void
}

/** Every destination and action, found by typing: from the menu, the actions, the shops and the members. */
export default function Palette({ typed, screenActions, onClose, onShowShortcuts }: PaletteProps) {
  // The browser would choose the first element that can have the focus at all, which is a box around the field.
  const field = useRef<HTMLInputElement>(null)
  const dialog = useModalDialog(field)
  const [text, setText] = useState(typed)
  const [isConverting, setIsConverting] = useState(false)
  const places = usePlaces()
  const actions = useActions(screenActions, onShowShortcuts)
  const shops = useShops()
  const members = useMembers(text, isConverting)
  const wanted = foldKana(text)
  const found = (choices: Choice[]) =>
    choices.filter(({ label, alsoCalled = '' }) => foldKana(`${label}|${alsoCalled}`).includes(wanted))
  const groups: { heading: string; choices: (Choice | PersonChoice)[] }[] = [
    { heading: '会員', choices: members.choices },
    { heading: '移動', choices: found(places) },
    { heading: '操作', choices: found(actions) },
    { heading: '店舗の切り替え', choices: text === '' ? [] : found(shops) },
  ].filter((group) => group.choices.length > 0)
  const [chosen, setChosen] = useState('')
  const keys = groups.flatMap(({ choices }) => choices.map(({ key }) => key))
  // Where the chosen one is no longer offered, cmdk would be left without any, and Enter would do nothing.
  const selected = keys.includes(chosen) ? chosen : (keys[0] ?? '')

  useEffect(() => {
    // What was typed goes on at its end.
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it is a shortcut for Esc
    <dialog
      ref={dialog}
      aria-label="検索・移動"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={paletteClass}
    >
      <Command label="検索・移動" shouldFilter={false} loop value={selected} onValueChange={setChosen}>
        <CommandInput
          ref={field}
          value={text}
          onValueChange={setText}
          onCompositionStart={() => setIsConverting(true)}
          onCompositionEnd={() => setIsConverting(false)}
          placeholder={paletteHint}
          className="h-13 text-base"
        />
        <CommandList label="候補" className="max-h-[58dvh]">
          {groups.map((group) => (
            <CommandGroup key={group.heading} heading={group.heading}>
              {group.choices.map((choice) => (
                <CommandItem
                  key={choice.key}
                  value={choice.key}
                  onSelect={() => {
                    onClose()
                    choice.choose()
                  }}
                >
                  {choice.icon}
                  {'facts' in choice ? <Person {...choice} /> : <span className="truncate">{choice.label}</span>}
                  {choice.detail && (
                    <span className="figures ml-auto shrink-0 text-xs text-muted-foreground">{choice.detail}</span>
                  )}
                </CommandItem>
              ))}
            </CommandGroup>
          ))}
          {groups.length === 0 && (
            <p role="status" className="px-3 py-8 text-center text-sm text-muted-foreground">
              {members.isLooking ? '検索しています...' : '該当するものがありません。'}
            </p>
          )}
        </CommandList>
      </Command>
    </dialog>
  )
}

const Person = ({ label, kana, facts }: PersonChoice) => (
  <div className="min-w-0 flex-1">
    <p className="truncate">
      <span className="font-medium">{label}</span>
      {kana && <span className="ml-2 text-xs text-muted-foreground">{kana}</span>}
    </p>
    <p className="figures truncate text-xs text-muted-foreground">{facts}</p>
  </div>
)

const iconClass = 'size-4 shrink-0 text-muted-foreground'

/** The menu's own entries: areas that this person may enter. */
function usePlaces(): Choice[] {
  const router = useRouter()
  const can = useCan()
  return visibleMenu(router.options.context.menu, can).flatMap((group) =>
    group.entries.map((entry) => ({
      key: entry.path,
      label: entry.label,
      detail: group.label,
      alsoCalled: group.label,
      icon: <ArrowRight aria-hidden className={iconClass} />,
      choose: () => void router.navigate({ href: entry.path }),
    })),
  )
}

/** Actions on screens that are not in the menu, and those of the frame. */
function useActions(screenActions: ScreenAction[], onShowShortcuts: () => void): Choice[] {
  const router = useRouter()
  const can = useCan()
  const onScreens = screenActions.flatMap(({ path, label }) => {
    const { permission } = router.routesByPath[path].options.staticData ?? {}
    if (permission && !can(permission)) return []
    return {
      key: path,
      label,
      icon: <PenLine aria-hidden className={iconClass} />,
      choose: () => void router.navigate({ href: path }),
    }
  })
  return [
    ...onScreens,
    {
      key: 'shortcuts',
      label: 'キーボード操作の一覧',
      detail: '?',
      icon: <Keyboard aria-hidden className={iconClass} />,
      choose: onShowShortcuts,
    },
    {
      key: 'sign-out',
      label: 'ログアウト',
      icon: <LogOut aria-hidden className={iconClass} />,
      choose: () => void signOut(),
    },
  ]
}

function useShops(): Choice[] {
  const shops = useMe()?.shops ?? []
  const chooseShop = useChooseShop()
  if (shops.length < 2) return []
  const all = { id: undefined, name: '全店舗', nameKana: 'ゼンテンポ', code: '' }
  return [all, ...shops].map((shop) => ({
    key: `shop-${shop.id ?? 'all'}`,
    label: shop.name,
    detail: shop.code,
    alsoCalled: `${shop.nameKana ?? ''}|${shop.code}`,
    icon: <Store aria-hidden className={iconClass} />,
    choose: () => chooseShop(shop.id),
  }))
}

const memberList = serverQuery('member.list', listMembers)

/** Members of the user's shops by name, reading, number or the phone's last digits: who begins with it comes first. */
function useMembers(text: string, isConverting: boolean): { choices: (Choice | PersonChoice)[]; isLooking: boolean } {
  const router = useRouter()
  const shops = useMe()?.shops ?? []
  const mayRead = useCan()('member.read')
  // What an input method is still converting is nothing to ask about.
  const typed = useRef(text)
  if (!isConverting) typed.current = text
  const keyword = usePause(typed.current.trim())
  const { data, isFetching } = useQuery({
    ...memberList({ keyword, limit: offeredMembers, sortKey: 'match' }),
    enabled: mayRead && keyword !== '',
    placeholderData: keepPreviousData,
  })
  if (!mayRead || text.trim() === '') return { choices: [], isLooking: false }
  const people = (data?.list ?? []).map((member) => ({
    key: `member-${member.id}`,
    label: `${member.lastName}　${member.firstName}`,
    kana: [member.lastNameKana, member.firstNameKana].filter(Boolean).join('　'),
    facts: [member.memberNo, contractStatuses[member.contractStatus], member.shop.name].join('　'),
    icon: <UserRound aria-hidden className={iconClass} />,
    choose: () => void router.navigate({ href: `/hacomono/members/${member.id}` }),
  }))
  const total = data?.paging.total ?? 0
  // Members of every shop were found, whichever the header names.
  const shop = shopRequest(undefined, shops).shopId === undefined ? '' : `&shop=${allShops}`
  const all = {
    key: 'members',
    label: `すべて見る（${formatCount(total)}件）`,
    icon: <ArrowRight aria-hidden className={iconClass} />,
    choose: () => void router.navigate({ href: `/hacomono/members?keyword=${encodeURIComponent(keyword)}${shop}` }),
  }
  const choices = total > people.length ? [...people, all] : people
  return { choices, isLooking: isFetching || keyword !== text.trim() }
}

function usePause(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
