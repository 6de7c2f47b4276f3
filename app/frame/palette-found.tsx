import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowRight, CalendarCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SearchRow } from '#contract/search.ts'
import { mostRecent, type SearchKind } from '#contract/words/search.ts'
import { useCan, useMe } from '~/auth/session'
import { serverQuery } from '~/data/query'
import { searchRecords } from '~/functions/search'
import { dayInWords } from '~/lib/day-words'
import { formatCount } from '~/lib/format'
import { allShops, shopRequest } from '~/shop/selected-shop'
import { addressOf } from './area'
import { type Choice, iconClass } from './palette-choices'
import { isCalled } from './palette-words'
import { readRecent, recentOf, reportDay } from './recent'

// Palette entries from the server: search results, and the names of recent records.

/** Milliseconds without a key before records are searched. */
const typingPause = 120

const search = serverQuery('search.find', searchRecords)

/** Kinds whose list returns exactly the same records for a keyword. */
const countedInLists: readonly SearchKind[] = ['member', 'staff', 'shop', 'shopPlan']

const keyOfRow = ({ kind, id }: Pick<SearchRow, 'kind' | 'id'>) => `${kind}:${id}`

function useToChoice() {
  const router = useRouter()
  const { recordAreas } = router.options.context
  return (row: SearchRow): Choice => {
    const area = recordAreas[row.kind]
    return {
      key: keyOfRow(row),
      label: row.name,
      kana: row.kana ?? undefined,
      facts: row.facts,
      icon: <area.icon aria-hidden className={iconClass} />,
      choose: () => void router.navigate({ href: addressOf(area, row)?.to }),
    }
  }
}

interface FoundGroup {
  kind: SearchKind
  heading: string
  choices: Choice[]
}

const isStillCalled = (one: Choice, text: string) =>
  isCalled({ ...one, kana: `${one.kana ?? ''}|${one.facts ?? ''}` }, text)

interface Found {
  groups: FoundGroup[]
  isLooking: boolean
  error: Error | null
}

/** Matching records, grouped by kind: prefix matches first, then a link to all. */
export function useFound(text: string, isConverting: boolean): Found {
  const router = useRouter()
  const { recordAreas } = router.options.context
  const shops = useMe()?.shops ?? []
  const toChoice = useToChoice()
  // No search while an IME composes.
  const typed = useRef(text)
  if (!isConverting) typed.current = text
  const keyword = usePause(typed.current.trim())
  const { data, isFetching, error } = useQuery({
    ...search({ keyword }),
    enabled: keyword !== '',
    retryOnMount: true,
    placeholderData: keepPreviousData,
  })
  if (text.trim() === '') return { groups: [], isLooking: false, error: null }
  const isLooking = isFetching || keyword !== text.trim()
  // The search covers every shop, whichever is selected.
  const shop = shopRequest(undefined, shops).shopId === undefined ? '' : `&shop=${allShops}`
  const groups = (data?.found ?? []).map(({ kind, list, total }) => {
    const { path, found: heading } = recordAreas[kind]
    const href = `${path}?keyword=${encodeURIComponent(keyword)}${shop}`
    const all = {
      key: `all-${kind}`,
      label: countedInLists.includes(kind) ? `すべて見る（${formatCount(total)}件）` : '一覧で検索する',
      icon: <ArrowRight aria-hidden className={iconClass} />,
      choose: () => void router.navigate({ href }),
    }
    const choices = list.map(toChoice)
    // Keeps only previous results that still match, since Enter opens the first one immediately.
    if (isLooking) return { kind, heading, choices: choices.filter((one) => isStillCalled(one, text)) }
    return { kind, heading, choices: total > list.length ? [...choices, all] : choices }
  })
  return { groups, isLooking, error: isLooking ? null : error }
}

/** What the user opened last and may still open, latest first, without the current page. `screens`: choices by path. */
export function useRecent(screens: readonly Choice[]): Choice[] {
  const router = useRouter()
  const can = useCan()
  const me = useMe()
  const toChoice = useToChoice()
  // Fixed when the palette opens.
  const [keys] = useState(() => {
    const open = recentOf(router.options.context.recordAreas, router.state.location.pathname)
    return readRecent(me?.staff.id).filter((key) => key !== open)
  })
  const isRecord = (key: string) => !key.startsWith('/')
  const records = keys.filter(isRecord).slice(0, mostRecent)
  const { data, isPending, isError } = useQuery({
    ...search({ recent: records }),
    enabled: records.length > 0,
    // Names and rights may have changed.
    staleTime: 0,
    retryOnMount: true,
  })
  // The order must not change while loading, so nothing is shown before it is complete.
  if (records.length > 0 && isPending && !isError) return []

  const reportOf = (path: string): Choice[] => {
    const [, shopId, day = ''] = reportDay.exec(path) ?? []
    const shop = me?.shops.find(({ id }) => id === shopId)
    if (!shop || !can('dailyReport.read')) return []
    return [
      {
        key: path,
        label: `${dayInWords(day)}の日報`,
        facts: shop.name,
        icon: <CalendarCheck aria-hidden className={iconClass} />,
        choose: () => void router.navigate({ href: path }),
      },
    ]
  }
  const rows = new Map((data?.recent ?? []).map((row) => [keyOfRow(row), row]))
  return keys
    .flatMap((key) => {
      const row = rows.get(key)
      return row ? toChoice(row) : (screens.find((screen) => screen.key === key) ?? reportOf(key))
    })
    .slice(0, mostRecent)
}

function usePause(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}
