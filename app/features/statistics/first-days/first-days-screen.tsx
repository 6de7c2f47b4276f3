import type { FirstDays } from '#contract/report-first-days.ts'
import { useCan } from '~/auth/session'
import { UnknownDays } from '~/frame/report/unknown-days'
import { exportFirstDays } from '~/functions/report'
import { useSelectedShop } from '~/shop/selected-shop'
import { requestedMonth, type ScreenProps } from '../period'
import { StatisticsScreen } from '../statistics-screen'
import { firstDaysVerdict } from '../verdicts'
import { FirstDaysCards, NewcomersPanel, SurvivalPanel } from './panels'
import { type FirstDaysSearch, firstDaysQuery, firstDaysSearch } from './queries'

const shownDays = ({ joined, until }: FirstDays) =>
  joined === null || until === null ? null : { from: joined.from, to: until }

/** How long joiners stay by their visits in the first 30 days, and which newcomers to speak to now. */
export function FirstDaysScreen({ search, onSearchChange }: ScreenProps<FirstDaysSearch>) {
  const { shops } = useSelectedShop(search.shop)
  const can = useCan()
  return (
    <StatisticsScreen
      report="firstDays"
      search={search}
      onSearchChange={(next) => onSearchChange({ ...next, page: undefined })}
      read={firstDaysSearch}
      query={(next) => firstDaysQuery(requestedMonth(next, shops))}
      verdict={firstDaysVerdict}
      daysOf={shownDays}
      save={() => exportFirstDays({ data: requestedMonth(search, shops) })}
      isToCome={({ until }) => until === null}
      whyEmpty={({ groups, newcomers, reach }) =>
        groups === null &&
        newcomers === null &&
        (reach.lessonsOnly
          ? 'レッスンの来館のみが届いています。入館の記録を取り込むと表示します。'
          : '入会から30日分の来館と、その後の退会が分かる会員がいると表示します。')
      }
    >
      {(stats) => (
        <>
          <UnknownDays reach={stats.reach} period={shownDays(stats)} kinds={['contracts', 'leavers', 'visits']} />
          <FirstDaysCards stats={stats} />
          {stats.groups && <SurvivalPanel stats={stats} groups={stats.groups} />}
          {stats.newcomers && can('member.export') && (
            <NewcomersPanel search={search} onSearchChange={onSearchChange} shops={shops} />
          )}
        </>
      )}
    </StatisticsScreen>
  )
}
