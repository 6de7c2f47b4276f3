import { formatDateTime } from '~/lib/dates'
import { ReportPeriod, type ReportPeriodProps } from './report-period'

interface PrintHeaderProps extends Omit<ReportPeriodProps, 'state'> {
  shop: string
  /** Of the report: 売上. */
  name: string | undefined
  /** Absent while loading. */
  state: ReportPeriodProps['state'] | undefined
}

/** Print-only header of a report: subject, period and data status. */
export default function PrintHeader({ shop, name, state, ...period }: PrintHeaderProps) {
  return (
    <div className="hidden border-b pb-2 print:mb-4 print:block">
      <p className="text-lg font-semibold">
        {shop} {name} {state && <ReportPeriod {...period} state={state} />}
      </p>
      {state?.dataAsOf && (
        <p className="figures text-xs text-muted-foreground">データは{formatDateTime(state.dataAsOf)}まで</p>
      )}
    </div>
  )
}
