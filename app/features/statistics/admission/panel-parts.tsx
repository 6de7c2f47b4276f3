import type { Admission } from '#contract/report-admission.ts'
import type { Share } from '#contract/report-shops.ts'
import { fewPeople } from '#contract/words/groups.ts'
import type { FigureColumn } from '~/components/report/figure-table'
import { Chip } from '~/components/ui/chip'
import { formatCount, formatPercent, formatRange } from '~/lib/format'

export interface PanelProps {
  stats: Admission
}

export const notYet = 'この期間は、まだわかりません。'
export const inPeople = (value: number) => `${formatCount(value)}名`
export const interval =
  '下限と上限は、偶然に出る範囲（95%）です。20名未満は参考値です。終わっていない月を含む期間の率に幅はありません。'

/** A rate with its interval and of how many people. */
export const rateColumns = <Row,>(label: string, shareOf: (row: Row) => Share): FigureColumn<Row>[] => [
  {
    label,
    value: (row) => {
      const { of, rate } = shareOf(row)
      return (
        <>
          {of !== null && of > 0 && of < fewPeople && <Chip>参考値</Chip>} {formatPercent(rate)}
        </>
      )
    },
  },
  { label: '幅', value: (row) => formatRange(shareOf(row), formatPercent) },
  { label: '対象', value: (row) => formatCount(shareOf(row).of) },
]
