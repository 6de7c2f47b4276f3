import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#contract/errors.ts'
import { ChoiceSwitch } from '~/components/choice-switch'
import { useIsNarrow } from '~/components/resource-table/media'
import { ScreenTitle } from '~/components/screen-head'
import { EmptyState, FailedState, StaleNotice } from '~/components/states'
import { ThinBar } from '~/components/thin-bar'
import { Button } from '~/components/ui/button'
import { Skeleton } from '~/components/ui/skeleton'
import { addDays, formatDate, todayInTokyo } from '~/lib/dates'
import { cn } from '~/lib/utils'
import { Synced } from '~/nouns/club-system/synced'
import { useChooseShop } from '~/shop/choose-shop'
import { useSelectedShop } from '~/shop/selected-shop'
import { ShopNotFound } from '~/shop/shop-not-found'
import { blocksOf } from './blocks'
import { DayCards } from './day-cards'
import { DayGrid } from './day-grid'
import { DayPaper } from './day-paper'
import { DaySteps } from './day-steps'
import { Neighbours } from './neighbours'
import { dayPeopleQuery, shownSpan, type TimetableSearch, timetableQuery } from './queries'
import { ReservationTabs } from './reservation-tabs'
import { SlotSheet } from './slot-sheet'
import { useTimetableKeys } from './use-timetable-keys'
import { WeekTable } from './week-table'

interface TimetableProps {
  search: TimetableSearch
  onSearchChange: (next: TimetableSearch, how?: { replace?: boolean }) => void
}

/** Update interval of the current-time line, in milliseconds. */
const minute = 60_000

function useNow() {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Timetable of one shop's classes. */
export function Timetable({ search, onSearchChange }: TimetableProps) {
  const { shop, shopId, label } = useSelectedShop(search.shop)
  const chosenShopId = shop?.id ?? shopId
  return (
    <div className={cn('px-4 pb-6 sm:px-6 print:p-0', search.span === 'week' && 'print-landscape')}>
      {chosenShopId === undefined ? (
        <>
          <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <ScreenTitle title="予約" lead={label} />
            <ReservationTabs shop={search.shop} />
          </div>
          <ChooseShop />
        </>
      ) : (
        <ShopTimetable
          key={chosenShopId}
          shopId={chosenShopId}
          label={label}
          search={search}
          onSearchChange={onSearchChange}
        />
      )}
    </div>
  )
}

/** Shop choice, since a timetable shows one shop. */
function ChooseShop() {
  const { shops } = useSelectedShop(undefined)
  const choose = useChooseShop()
  return (
    <EmptyState title="店舗を選んでください">
      <p>タイムテーブルは1店舗ずつ表示します。</p>
      <ul className="flex max-w-3xl flex-wrap justify-center gap-2">
        {shops.map(({ id, name }) => (
          <li key={id}>
            <Button variant="outline" onClick={() => choose(id)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

function ShopTimetable({ shopId, label, search, onSearchChange }: TimetableProps & { shopId: string; label: string }) {
  const router = useRouter()
  const now = useNow()
  const isNarrow = useIsNarrow()
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const { span } = search
  const by = search.by ?? 'room'
  const isWeek = span === 'week'
  const today = todayInTokyo(new Date(now))
  const day = search.day ?? today
  const { from, days } = shownSpan(search)

  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...timetableQuery({ shopId, from, days }),
    placeholderData: keepPreviousData,
  })
  const { data: people } = useQuery({ ...dayPeopleQuery(shopId, day), enabled: !isWeek })
  const blocks = data && !isPlaceholderData ? blocksOf(data) : undefined

  const go = (next: TimetableSearch) => onSearchChange({ ...search, open: undefined, ...next } as TimetableSearch)
  const toDay = (next: string) => go({ day: next === today ? undefined : next } as TimetableSearch)
  const step = (distance: 1 | -1) => toDay(addDays(day, distance * days))
  useTimetableKeys(grid, { onStep: step, onToday: () => toDay(today) })

  const at = blocks?.findIndex(({ key }) => key === search.open) ?? -1
  const shown = blocks?.[at]
  const open = (key: string) => onSearchChange({ ...search, open: key }, { replace: true })
  const opener = (to: number) => {
    const key = blocks?.[to]?.key
    return key === undefined ? undefined : () => open(key)
  }
  const close = () => onSearchChange({ ...search, open: undefined } as TimetableSearch, { replace: true })
  const stop = blocks?.some(({ key }) => key === focused) ? focused : blocks?.[0]?.key
  const view = { blocks: blocks ?? [], by, search, stop, onStop: setFocused, now } as const
  const unit = isWeek ? '週' : '日'
  const daysText = isWeek ? `${formatDate(from)} 〜 ${formatDate(addDays(from, 6))}` : formatDate(day)

  return (
    <>
      <div className="sticky top-header z-30 -mx-4 sm:-mx-6">
        <ThinBar active={isFetching} />
      </div>
      <div className={cn('flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 py-2', !isWeek && 'print:hidden')}>
        <ScreenTitle title="予約" lead={label} />
        {isWeek && <p className="figures hidden text-sm font-medium print:block">{daysText}</p>}
        <ReservationTabs shop={search.shop} />
        <div className="sm:ml-auto">
          <Synced at={data?.syncedAt} />
        </div>
      </div>
      <Neighbours here="timetable" shopId={shopId} day={isWeek ? undefined : day} />
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <DaySteps
          unit={unit}
          text={daysText}
          day={day}
          onStep={step}
          onDay={toDay}
          onToday={() => toDay(today)}
          hasKeys
        />
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <ChoiceSwitch
            label="期間"
            value={span ?? 'day'}
            choices={[
              { value: 'day', label: '日' },
              { value: 'week', label: '週' },
            ]}
            onChange={(next) => go({ span: next === 'week' ? 'week' : undefined } as TimetableSearch)}
          />
          {!isNarrow && (
            <ChoiceSwitch
              label="分け方"
              value={by}
              choices={[
                { value: 'room', label: 'ルーム' },
                { value: 'staff', label: '担当' },
              ]}
              onChange={(next) => go({ by: next === 'staff' ? 'staff' : undefined } as TimetableSearch)}
            />
          )}
          <Button
            variant="outline"
            aria-disabled={!blocks || (!isWeek && !people) || undefined}
            onClick={() => blocks && (isWeek || people) && window.print()}
          >
            <Printer aria-hidden />
            印刷する
          </Button>
        </div>
      </div>
      {error && data && <StaleNotice of="一覧" error={error} onRetry={() => void refetch()} className="mb-2" />}
      <div ref={grid} aria-busy={isPlaceholderData || undefined} className={cn(!isWeek && 'print:hidden')}>
        {error && !data ? (
          isApiError(error) && error.code === 'not_found' ? (
            <ShopNotFound />
          ) : (
            <FailedState title="タイムテーブルを表示できませんでした" error={error} onRetry={() => void refetch()} />
          )
        ) : !blocks ? (
          <div role="status">
            <span className="sr-only">読み込み中...</span>
            <Skeleton className="h-[70dvh]" />
          </div>
        ) : blocks.length === 0 ? (
          <EmptyState title={isWeek ? 'この週の予約枠はありません' : 'この日の予約枠はありません'}>
            <p>予約枠は、会員管理システムで登録すると同期のあとここに表示されます。</p>
          </EmptyState>
        ) : isNarrow ? (
          <DayCards {...view} days={Array.from({ length: days }, (_, n) => addDays(from, n))} />
        ) : isWeek ? (
          <WeekTable {...view} from={from} />
        ) : (
          <DayGrid {...view} day={day} />
        )}
      </div>
      {!isWeek && blocks && (
        <DayPaper shop={label} day={day} blocks={blocks} people={people?.list} syncedAt={data?.syncedAt ?? null} />
      )}
      {shown && (
        <SlotSheet
          block={shown}
          shopId={shopId}
          syncedAt={data?.syncedAt ?? null}
          onClose={close}
          onPrevious={opener(at - 1)}
          onNext={opener(at + 1)}
          isShown={() => (router.latestLocation.search as TimetableSearch).open === shown.key}
        />
      )}
    </>
  )
}
