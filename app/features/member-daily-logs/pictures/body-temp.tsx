import { feverFrom, measuringParts } from '#contract/words/daily-log.ts'
import { scaleOf } from '~/components/charts/scale'
import { formatDateTime } from '~/lib/dates'
import { formatCount, formatDecimal, formatTwoDecimals } from '~/lib/format'
import { DayChart } from './day-chart'
import { DayTable } from './day-table'
import type { LogsOf } from './logs'
import { slotsOf } from './period'
import { NoLogs, PicturePanel } from './picture-panel'
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
  const fevers = slots.filter(({ log }) => log?.isFever).length
  const basalMean = meanOf(rows.map(({ basal }) => basal))
  const temperatures = (
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
  )
  const basals = (
    <DayTable
      label={`${period}の基礎体温`}
      slots={slots}
      columns={[
        { label: '基礎体温（℃）', cell: ({ basalTemperature }) => formatTwoDecimals(basalTemperature) },
        { label: '測定時刻', cell: ({ measuredAt }) => formatDateTime(measuredAt).slice(-5) },
      ]}
    />
  )
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[840px]:grid-cols-2">
        <PicturePanel
          title="体温"
          note={`平均 ${formatDecimal(meanOf(rows.map(({ temperature }) => temperature)))}℃・発熱 ${formatCount(fevers)}日`}
          table={temperatures}
        >
          <DayChart
            rows={rows}
            label={`${period}の体温（℃）と発熱の線（${feverFrom}℃）。数値は「表で見る」で確認できます。`}
            height={220}
            scale={scale}
            format={(value) => value.toFixed(1)}
            series={[
              { key: 'temperature', label: '体温', as: 'line', tone: 'line', showsEach: true },
              { key: 'fever', label: '発熱', as: 'flag', tone: 'bad' },
            ]}
            limits={[{ at: feverFrom, tone: 'bad' }]}
            legend={[
              { key: 'fever', label: `発熱（${feverFrom}℃以上）`, as: 'flag', tone: 'bad' },
              { key: 'limit', label: `${feverFrom}℃`, as: 'line', tone: 'bad', isDashed: true },
            ]}
            valuesOf={({ log, temperature }) => ({ temperature, fever: log?.isFever ? temperature : null })}
            factsOf={({ log }) =>
              log && [
                [`体温（${measuringParts[log.location]}）`, `${formatDecimal(log.temperature)}℃`],
                ['発熱', log.isFever ? '発熱' : 'なし'],
              ]
            }
            table={temperatures}
          />
        </PicturePanel>
        {basalMean !== null && (
          <PicturePanel title="基礎体温" note={`平均 ${formatTwoDecimals(basalMean)}℃`} table={basals}>
            <DayChart
              rows={rows}
              label={`${period}の基礎体温（℃）と期間の平均。数値は「表で見る」で確認できます。`}
              height={220}
              scale={basalScale}
              format={(value) => value.toFixed(1)}
              series={[{ key: 'basal', label: '基礎体温', as: 'line', tone: 'line', showsEach: true }]}
              limits={[{ at: basalMean, tone: 'bar' }]}
              legend={[{ key: 'mean', label: '期間の平均', as: 'line', tone: 'bar', isDashed: true }]}
              valuesOf={({ basal }) => ({ basal })}
              factsOf={({ basal }) => (basal === null ? null : [['基礎体温', `${formatTwoDecimals(basal)}℃`]])}
              table={basals}
            />
          </PicturePanel>
        )}
      </div>
    </div>
  )
}
