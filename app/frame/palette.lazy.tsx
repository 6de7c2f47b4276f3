import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SearchKind } from '#contract/words/search.ts'
import { Command, CommandGroup, CommandInput, CommandItem, CommandList } from '~/components/ui/command'
import { useModalDialog } from '~/components/ui/use-modal-dialog'
import { isComposing } from '~/lib/composing'
import { failureMessage } from '~/lib/failure'
import { useAfterFirstFrame } from '~/lib/use-after-first-frame'
import { cn } from '~/lib/utils'
import type { AreaPalette } from './area'
import { type Choice, useActions, usePlaces, useReportsOfDay, useShops } from './palette-choices'
import { useFound, useRecent } from './palette-found'
import { paletteClass, paletteHint } from './palette-soon'
import { isCalled, isScreenCalled } from './palette-words'

interface PaletteProps {
  /** Text typed before this chunk loaded. */
  typed: string
  /** Enter was pressed after it. */
  isEntered: boolean
  palettes: readonly AreaPalette[]
  onClose: () => void
  onShowShortcuts: () => void
}

const noGroups: never[] = []

/** The command palette: finds screens, actions and records; shows recent ones while empty. */
export default function Palette({ typed, isEntered, palettes, onClose, onShowShortcuts }: PaletteProps) {
  // By default the browser would focus the first focusable element, a wrapper of the field.
  const field = useRef<HTMLInputElement>(null)
  const dialog = useModalDialog(field)
  const [text, setText] = useState(typed)
  const [isConverting, setIsConverting] = useState(false)
  // The field is there a frame before what it offers while empty, unless a key needs it.
  const isDrawn = useAfterFirstFrame()
  const [hasKey, setHasKey] = useState(typed !== '')
  const isListing = isDrawn || hasKey
  const { groups: offered, isLooking, error } = useGroups(text, isConverting, { palettes, onShowShortcuts })
  const groups = isListing ? offered : noGroups
  const [chosen, setChosen] = useState('')
  const keys = groups.flatMap(({ choices }) => choices.map(({ key }) => key))
  // If the selected choice disappears, cmdk would have no selection and Enter would do nothing.
  const selected = keys.includes(chosen) ? chosen : (keys[0] ?? '')
  const take = ({ choose }: Choice) => {
    onClose()
    choose()
  }

  /** The text after which Enter was pressed before anything was found: it opens what is the only one, as of a number. */
  const [awaited, setAwaited] = useState<string>()
  const [first, ...others] = groups.flatMap(({ choices }) => choices)
  useEffect(() => {
    if (awaited === undefined || (awaited === text && isLooking)) return
    setAwaited(undefined)
    if (awaited === text && first && others.length === 0) take(first)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of what was there when this chunk came
  useEffect(() => {
    if (!isEntered) return
    if (first) take(first)
    else setAwaited(typed)
  }, [])

  useEffect(() => {
    // Puts the caret at the end of the text.
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
          onKeyDown={(event) => {
            if (!isListing) flushSync(() => setHasKey(true))
            if (event.key === 'Enter' && !isComposing(event) && isLooking && keys.length === 0) setAwaited(text)
          }}
          placeholder={paletteHint}
          className="h-13 text-base"
        />
        <CommandList label="候補" className="max-h-[58dvh]">
          {groups.map((group) => (
            <CommandGroup key={group.heading} heading={group.heading}>
              {group.choices.map((choice) => (
                <CommandItem key={choice.key} value={choice.key} onSelect={() => take(choice)}>
                  {choice.icon}
                  {choice.facts === undefined ? (
                    <span className="truncate">{choice.label}</span>
                  ) : (
                    <Named {...choice} />
                  )}
                  {choice.detail && (
                    <span className="figures ml-auto shrink-0 text-xs text-muted-foreground">{choice.detail}</span>
                  )}
                  {choice.letter && (
                    <kbd
                      aria-hidden
                      className={cn(
                        'w-8 shrink-0 text-right font-sans text-xs text-muted-foreground max-sm:hidden',
                        !choice.detail && 'ml-auto',
                      )}
                    >
                      g {choice.letter}
                    </kbd>
                  )}
                </CommandItem>
              ))}
            </CommandGroup>
          ))}
          {error && (
            <p role="alert" className="px-3 py-3 text-sm text-bad">
              会員などの検索ができませんでした。{failureMessage(error).text}
            </p>
          )}
          {groups.length === 0 && isListing && !error && (
            <p role="status" className="px-3 py-8 text-center text-sm text-muted-foreground">
              {isLooking ? '検索しています...' : '該当するものがありません。'}
            </p>
          )}
        </CommandList>
      </Command>
    </dialog>
  )
}

const Named = ({ label, kana, facts }: Choice) => (
  <div className="min-w-0 flex-1">
    <p className="truncate">
      <span className="font-medium">{label}</span>
      {kana && <span className="ml-2 text-xs text-muted-foreground">{kana}</span>}
    </p>
    <p className="figures truncate text-xs text-muted-foreground">{facts}</p>
  </div>
)

type Offered = Pick<PaletteProps, 'palettes' | 'onShowShortcuts'>

/** Choices for a text, grouped and without duplicates. */
function useGroups(text: string, isConverting: boolean, offered: Offered) {
  const areas = usePlaces(offered.palettes)
  const actions = useActions(offered.palettes, offered.onShowShortcuts)
  const shops = useShops()
  const reports = useReportsOfDay(text)
  const recent = useRecent([...areas, ...actions])
  const { groups: found, isLooking, error } = useFound(text, isConverting)
  const isTyped = text !== ''

  const ofKind = (kind: SearchKind) => found.filter((group) => group.kind === kind)
  const placed: readonly SearchKind[] = ['member', 'staff', 'shop']
  const foundKeys = new Set([...found.flatMap(({ choices }) => choices), ...reports].map(({ key }) => key))
  const recentCalled = recent.filter((choice) => !isTyped || foundKeys.has(choice.key) || isCalled(choice, text))
  // An empty field lists all areas, including recent ones.
  const isAbove = (key: string) => isTyped && recentCalled.some((choice) => choice.key === key)
  // What is called by the text itself leaves out what is only found by an act: 「スタッフを登録」 is not 「スタッフ」.
  const isNamed = [...areas, ...actions].some((choice) => isCalled(choice, text))
  const called = (choices: Choice[]) => choices.filter((choice) => (isNamed ? isCalled : isScreenCalled)(choice, text))

  const groups = [
    { heading: '日報', choices: reports },
    ...ofKind('member'),
    { heading: '移動', choices: called(areas) },
    { heading: '操作', choices: called(actions) },
    ...ofKind('staff'),
    ...ofKind('shop'),
    { heading: '店舗の切り替え', choices: isTyped ? shops.filter((choice) => isCalled(choice, text)) : [] },
    ...found.filter(({ kind }) => !placed.includes(kind)),
  ].map(({ heading, choices }) => ({ heading, choices: choices.filter(({ key }) => !isAbove(key)) }))
  return {
    groups: [{ heading: '最近開いたもの', choices: recentCalled }, ...groups].filter(
      ({ choices }) => choices.length > 0,
    ),
    isLooking,
    error,
  }
}
