import { Line, ReferenceLine } from 'recharts'
import { feverFrom, measuringParts } from '#contract/words/daily-log.ts'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatDecimal, formatTwoDecimals } from '~/lib/format'
import { DayChart } from './day-chart'
import { DayTable } from './day-table'
import type { LogOf, LogsOf } from './logs'
import { slotsOf } from './period'
import { Legend, NoLogs, PicturePanel } from './picture-panel'
import { scaleOf } from './scale'
import { lineLook } from './series'
import { periodText } from './texts'
import { meanOf } from './totals'

/** Basal temperatures use a fixed scale. */
const basalScale = { min: 35, max: 38, ticks: [35, 35.5, 36, 36.5, 37, 37.5, 38] }

/** Temperatures with the fever threshold, and basal temperatures on their own scale. */
export function BodyTempPictures({ days, from, to }: LogsOf<'bodyTemp'>) {
  const slots = slotsOf(days, from, to)
  const period = periodText(from, to)
  if (slots.every(({ log }) => log === null)) return <NoLogs />
  const rows = slots.map(({ date, log }) => ({
    ...{ date, log, temperature: log?.temperature ?? null, basal: log?.basalTemperature ?? null },
  }))
  const scale = scaleOf(
    rows.map(({ temperature }) => temperature),
    { fromZero: false, least: 0.5, around: [36, feverFrom + 0.5], most: 5 },
  )
  const look = lineLook(slots.length)
  const fevers = slots.filter(({ log }) => log?.isFever).length
  const basalMean = meanOf(rows.map(({ basal }) => basal))
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        <PicturePanel
          title="体温"
          note={`平均 ${formatDecimal(meanOf(rows.map(({ temperature }) => temperature)))}℃・発熱 ${formatCount(fevers)}日`}
          table={
            <DayTable
              label={`${period}の体温`}
              slots={slots}
              columns={[
                { label: '体温（℃）', cell: ({ temperature }) => formatDecimal(temperature) },
                { label: '発熱', cell: ({ isFever }) => (isFever ? '発熱' : 'なし') },
                { label: '測定時刻', cell: ({ measuredAt }) => formatDateTime(measuredAt).slice(-5) },
                { label: '測定部位', cell: ({ location }) => measuringParts[location], isText: true },
              ]}
            />
          }
        >
          <Legend
            className="mb-1"
            items={[
              { label: `発熱（${feverFrom}℃以上）`, mark: <FeverMark /> },
              { label: `${feverFrom}℃`, mark: <span className="w-4 border-t-2 border-dashed border-bad" /> },
            ]}
          />
          <DayChart
            rows={rows}
            label={`${period}の体温（℃）と発熱の線（${feverFrom}℃）。数値は「表で見る」で確認できます。`}
            height={220}
            scale={scale}
            formatTick={(value) => value.toFixed(1)}
            tip={({ log }) => log && temperatureText(log)}
          >
            <ReferenceLine y={feverFrom} stroke="var(--bad)" strokeDasharray="5 4" strokeWidth={1.5} />
            <Line
              dataKey="temperature"
              {...look}
              dot={({ key, cx, cy, payload }) =>
                typeof cx !== 'number' || typeof cy !== 'number' ? (
                  <g key={key} />
                ) : (payload as (typeof rows)[number]).log?.isFever ? (
                  <path key={key} d={`M${cx} ${cy - 5}l5 8.5h-10z`} fill="var(--bad)" />
                ) : (
                  <circle key={key} cx={cx} cy={cy} {...look.dot} />
                )
              }
            />
          </DayChart>
        </PicturePanel>
        {basalMean !== null && (
          <PicturePanel
            title="基礎体温"
            note={`平均 ${formatTwoDecimals(basalMean)}℃`}
            table={
              <DayTable
                label={`${period}の基礎体温`}
                slots={slots}
                columns={[
                  { label: '基礎体温（℃）', cell: ({ basalTemperature }) => formatTwoDecimals(basalTemperature) },
                  { label: '測定時刻', cell: ({ measuredAt }) => formatDateTime(measuredAt).slice(-5) },
                ]}
              />
            }
          >
            <Legend
              className="mb-1"
              items={[
                { label: '期間の平均', mark: <span className="w-4 border-t-2 border-dashed border-chart-bar" /> },
              ]}
            />
            <DayChart
              rows={rows}
              label={`${period}の基礎体温（℃）と期間の平均。数値は「表で見る」で確認できます。`}
              height={220}
              scale={basalScale}
              formatTick={(value) => value.toFixed(1)}
              tip={({ basal }) => basal !== null && `基礎体温 ${formatTwoDecimals(basal)}℃`}
            >
              <ReferenceLine y={basalMean} stroke="var(--chart-bar)" strokeDasharray="5 4" strokeWidth={1.5} />
              <Line dataKey="basal" {...look} />
            </DayChart>
          </PicturePanel>
        )}
      </div>
    </div>
  )
}

const temperatureText = ({ temperature, isFever, location }: LogOf<'bodyTemp'>) =>
  `体温 ${formatDecimal(temperature)}℃（${measuringParts[location]}）${isFever ? ' 発熱' : ''}`

const FeverMark = () => (
  <svg viewBox="0 0 10 9" width="10" height="9" aria-hidden>
    <path d="M5 0l5 9H0z" className="fill-bad" />
  </svg>
)
