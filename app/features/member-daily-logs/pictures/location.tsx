import { Bar } from 'recharts'
import { placeCategories } from '#contract/words/daily-log.ts'
import { hasPlacePhotos, PlacePhoto } from '~/components/place-photo'
import { formatCount, formatDecimal, formatTwoDecimals } from '~/lib/format'
import { ShareBars } from './amounts'
import { DayChart, TipFacts } from './day-chart'
import { DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { slotsOf } from './period'
import { Legend, NoLogs, PicturePanel } from './picture-panel'
import { scaleOf } from './scale'
import { barLook, Marks, stackedLook } from './series'
import { lengthText, periodText } from './texts'
import { meanOf, photographedPlaces, placeTotals } from './totals'

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
  const rows = slots.map(({ date, log }, at) => ({
    ...{ date, log, distance: distances[at] ?? null, gym: stays[at] ?? null },
    ...{ home: log?.homeStayMin ?? null, out: log?.outMin ?? null },
    visitOverDistance: log?.shopVisited ? distanceScale.max : null,
    visitOverStay: log?.shopVisited ? stayScale.max : null,
  }))
  const visits = logs.filter(({ shopVisited }) => shopVisited).length
  const places = placeTotals(slots)
  const longest = places[0]?.minutes ?? 1
  const tip = ({ log }: { log: LogOf<'location'> | null }) => log && <DayFacts log={log} />
  const visitLegend = { label: `来館した日（${formatCount(visits)}日）`, mark: visitMark }
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        <PicturePanel
          title="移動距離"
          note={`記録のある日の平均 ${formatDecimal(meanOf(distances))}km`}
          table={
            <DayTable
              label={`${period}の移動距離`}
              slots={slots}
              columns={[
                { label: '移動距離（km）', cell: ({ totalDistance }) => formatTwoDecimals(totalDistance) },
                { label: '訪問先数', cell: ({ visitedPlaceCount }) => formatCount(visitedPlaceCount) },
                { label: '来館', cell: visitText },
              ]}
            />
          }
        >
          <Legend items={[visitLegend]} className="mb-1" />
          <DayChart
            rows={rows}
            label={`${period}の移動距離（km）と来館した日。数値は「表で見る」で確認できます。`}
            height={190}
            scale={distanceScale}
            formatTick={(value) => `${formatCount(value)}km`}
            tip={tip}
          >
            <Bar dataKey="distance" {...barLook} radius={[2, 2, 0, 0]} />
            <Marks dataKey="visitOverDistance" />
          </DayChart>
        </PicturePanel>
        <PicturePanel
          title="ジム滞在"
          note={`合計 ${lengthText(stays.reduce<number>((sum, minutes) => sum + (minutes ?? 0), 0))}`}
          table={
            <DayTable
              label={`${period}のジム滞在`}
              slots={slots}
              columns={[
                { label: 'ジム滞在（分）', cell: ({ gymStayMin }) => formatCount(gymStayMin) },
                { label: '来館', cell: visitText },
              ]}
            />
          }
        >
          <Legend items={[visitLegend]} className="mb-1" />
          <DayChart
            rows={rows}
            label={`${period}のジム滞在（分）と来館した日。数値は「表で見る」で確認できます。`}
            height={190}
            scale={stayScale}
            formatTick={(value) => `${formatCount(value)}分`}
            tip={tip}
          >
            <Bar dataKey="gym" {...barLook} radius={[2, 2, 0, 0]} />
            <Marks dataKey="visitOverStay" />
          </DayChart>
        </PicturePanel>
        <PicturePanel
          title="外出と在宅"
          note={`記録のある日の平均 外出 ${lengthText(Math.round(meanOf(logs.map(({ outMin }) => outMin)) ?? 0))}・在宅 ${lengthText(Math.round(meanOf(logs.map(({ homeStayMin }) => homeStayMin)) ?? 0))}`}
          table={
            <DayTable
              label={`${period}の外出と在宅`}
              slots={slots}
              columns={[
                { label: '外出（分）', cell: ({ outMin }) => formatCount(outMin) },
                { label: '在宅（分）', cell: ({ homeStayMin }) => formatCount(homeStayMin) },
              ]}
            />
          }
        >
          <Legend
            className="mb-1"
            items={[
              { label: '外出', mark: <span className={`${swatch} bg-chart-bar`} /> },
              { label: '在宅', mark: <span className={`${swatch} bg-chart-bar-quiet`} /> },
            ]}
          />
          <DayChart
            rows={rows}
            label={`${period}の外出（下）と在宅（上）の時間。数値は「表で見る」で確認できます。`}
            height={190}
            scale={wholeDay}
            formatTick={(minutes) => `${minutes / 60}時間`}
            tip={tip}
          >
            <Bar dataKey="out" {...stackedLook} />
            <Bar dataKey="home" {...stackedLook} fill="var(--chart-bar-quiet)" />
          </DayChart>
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

const swatch = 'size-3 rounded-xs print:[print-color-adjust:exact]'
const visitMark = (
  <svg viewBox="0 0 8 6" width="8" height="6" aria-hidden>
    <path d="M0 0h8L4 6z" className="fill-chart-line" />
  </svg>
)

const visitText = ({ shopVisited }: LogOf<'location'>) => (shopVisited ? '来館' : 'なし')

const placesText = ({ topPlaces }: LogOf<'location'>) =>
  topPlaces.length === 0
    ? 'なし'
    : topPlaces
        .map(({ category, name, stayMin }) => `${name ?? placeCategories[category]} ${lengthText(stayMin)}`)
        .join('、')

const DayFacts = ({ log }: { log: LogOf<'location'> }) => (
  <TipFacts
    facts={[
      ['移動距離', `${formatTwoDecimals(log.totalDistance)}km`],
      ['外出', lengthText(log.outMin)],
      ['在宅', lengthText(log.homeStayMin)],
      ['ジム滞在', lengthText(log.gymStayMin)],
      ['来館', visitText(log)],
    ]}
  />
)

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
