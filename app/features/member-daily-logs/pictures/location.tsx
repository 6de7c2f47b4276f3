import { placeCategories } from '#contract/words/daily-log.ts'
import { scaleOf } from '~/components/charts/scale'
import type { Fact, Series } from '~/components/charts/series'
import { hasPlacePhotos, PlacePhoto } from '~/components/place-photo'
import { formatCount, formatDecimal, formatTwoDecimals } from '~/lib/format'
import { ShareBars } from './amounts'
import { DayChart } from './day-chart'
import { DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { type Slot, slotsOf } from './period'
import { NoLogs, PicturePanel } from './picture-panel'
import { lengthText, periodText } from './texts'
import { meanOf, photographedPlaces, placeTotals } from './totals'

type Location = LogOf<'location'>

const wholeDay = { min: 0, max: 1440, ticks: [0, 360, 720, 1080, 1440] }
/** Maximum number of place photos. */
const mostPhotos = 8

/** Movement by day: distance, time at the gym, outside and at home, and kinds of places. */
export function LocationPictures({ days, from, to }: LogsOf<'location'>) {
  const slots = slotsOf(days, from, to)
  const period = periodText(from, to)
  const logs = slots.flatMap(({ log }) => (log ? [log] : []))
  if (logs.length === 0) return <NoLogs />
  const distances = slots.map(({ log }) => log?.totalDistance ?? null)
  const stays = slots.map(({ log }) => log?.gymStayMin ?? null)
  const distanceScale = scaleOf(distances, { fromZero: true, least: 1 })
  const stayScale = scaleOf(stays, { fromZero: true, least: 10 })
  const visits = logs.filter(({ shopVisited }) => shopVisited).length
  const places = placeTotals(slots)
  const longest = places[0]?.minutes ?? 1
  const byDay = { rows: slots, height: 190, factsOf: ({ log }: Slot<Location>) => log && factsOf(log) }
  const visited: Series = {
    ...{ key: 'visited', label: `来館した日（${formatCount(visits)}日）`, as: 'arrow', tone: 'line' },
  }
  const distanceTable = (
    <DayTable
      label={`${period}の移動距離`}
      slots={slots}
      columns={[
        { label: '移動距離（km）', cell: ({ totalDistance }) => formatTwoDecimals(totalDistance) },
        { label: '訪問先数', cell: ({ visitedPlaceCount }) => formatCount(visitedPlaceCount) },
        { label: '来館', cell: visitText },
      ]}
    />
  )
  const stayTable = (
    <DayTable
      label={`${period}のジム滞在`}
      slots={slots}
      columns={[
        { label: 'ジム滞在（分）', cell: ({ gymStayMin }) => formatCount(gymStayMin) },
        { label: '来館', cell: visitText },
      ]}
    />
  )
  const homeTable = (
    <DayTable
      label={`${period}の外出と在宅`}
      slots={slots}
      columns={[
        { label: '外出（分）', cell: ({ outMin }) => formatCount(outMin) },
        { label: '在宅（分）', cell: ({ homeStayMin }) => formatCount(homeStayMin) },
      ]}
    />
  )
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        <PicturePanel
          title="移動距離"
          note={`記録のある日の平均 ${formatDecimal(meanOf(distances))}km`}
          table={distanceTable}
        >
          <DayChart
            {...byDay}
            label={`${period}の移動距離（km）と来館した日。数値は「表で見る」で確認できます。`}
            scale={distanceScale}
            format={(value) => `${formatCount(value)}km`}
            series={[{ key: 'distance', label: '移動距離', as: 'bar', tone: 'bar', showsEach: true }, visited]}
            legend={[visited]}
            valuesOf={({ log }) => ({
              ...{ distance: log?.totalDistance ?? null, visited: log?.shopVisited ? distanceScale.max : null },
            })}
            table={distanceTable}
          />
        </PicturePanel>
        <PicturePanel
          title="ジム滞在"
          note={`合計 ${lengthText(stays.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0))}`}
          table={stayTable}
        >
          <DayChart
            {...byDay}
            label={`${period}のジム滞在（分）と来館した日。数値は「表で見る」で確認できます。`}
            scale={stayScale}
            format={(value) => `${formatCount(value)}分`}
            series={[{ key: 'gym', label: 'ジム滞在', as: 'bar', tone: 'bar', showsEach: true }, visited]}
            legend={[visited]}
            valuesOf={({ log }) => ({
              ...{ gym: log?.gymStayMin ?? null, visited: log?.shopVisited ? stayScale.max : null },
            })}
            table={stayTable}
          />
        </PicturePanel>
        <PicturePanel
          title="外出と在宅"
          note={`記録のある日の平均 外出 ${lengthText(Math.round(meanOf(logs.map(({ outMin }) => outMin)) ?? 0))}・在宅 ${lengthText(Math.round(meanOf(logs.map(({ homeStayMin }) => homeStayMin)) ?? 0))}`}
          table={homeTable}
        >
          <DayChart
            {...byDay}
            label={`${period}の外出（下）と在宅（上）の時間。数値は「表で見る」で確認できます。`}
            scale={wholeDay}
            format={(minutes) => `${minutes / 60}時間`}
            series={[
              { key: 'out', label: '外出', as: 'bar', tone: 'bar', stack: 'day' },
              { key: 'home', label: '在宅', as: 'bar', tone: 'bar-quiet', stack: 'day' },
            ]}
            valuesOf={({ log }) => ({ out: log?.outMin ?? null, home: log?.homeStayMin ?? null })}
            table={homeTable}
          />
        </PicturePanel>
        <PicturePanel
          title="よく過ごした場所"
          note="日ごとに滞在の長い3か所までを数えます"
          table={
            <DayTable
              label={`${period}によく過ごした場所`}
              slots={slots}
              columns={[{ label: '場所', cell: placesText, isText: true }]}
            />
          }
        >
          <ShareBars
            label={`${period}によく過ごした場所`}
            items={places.map(({ category, days, minutes }) => ({
              ...{ key: category, label: placeCategories[category], share: minutes / longest },
              text: `${formatCount(days)}日・${lengthText(minutes)}`,
            }))}
          />
          <Photos places={photographedPlaces(slots).slice(0, mostPhotos)} />
        </PicturePanel>
      </div>
    </div>
  )
}

const visitText = ({ shopVisited }: Location) => (shopVisited ? '来館' : 'なし')

const placesText = ({ topPlaces }: Location) =>
  topPlaces.length === 0
    ? 'なし'
    : topPlaces
        .map(({ category, name, stayMin }) => `${name ?? placeCategories[category]} ${lengthText(stayMin)}`)
        .join('、')

const factsOf = (log: Location): Fact[] => [
  ['移動距離', `${formatTwoDecimals(log.totalDistance)}km`],
  ['外出', lengthText(log.outMin)],
  ['在宅', lengthText(log.homeStayMin)],
  ['ジム滞在', lengthText(log.gymStayMin)],
  ['来館', visitText(log)],
]

/** Place photos; nothing without photos or an API key. */
function Photos({ places }: { places: ReturnType<typeof photographedPlaces> }) {
  if (places.length === 0 || !hasPlacePhotos()) return null
  return (
    <ul aria-label="場所の写真" className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-3">
      {places.map(({ photoReference, name, category, days }) => (
        <li key={photoReference} className="min-w-0 text-xs print:break-inside-avoid">
          <PlacePhoto
            reference={photoReference}
            alt={`${name ?? placeCategories[category]}の写真`}
            className="aspect-square w-full rounded-md bg-muted object-cover"
          />
          <p className="mt-1 wrap-anywhere">{name ?? placeCategories[category]}</p>
          <p className="figures text-muted-foreground">{formatCount(days)}日</p>
        </li>
      ))}
    </ul>
  )
}
