import { formatDateTime } from '~/lib/dates'

interface PrintHeaderProps {
  shop: string
  period: string
  /** 速報 or 確定, and the time up to which data is included; absent while loading. */
  state: { isProvisional: boolean; dataAsOf: string | null } | undefined
}

/** Print-only header of a report: subject, period and data status. */
export const PrintHeader = ({ shop, period, state }: PrintHeaderProps) => (
  <div className="hidden border-b pb-2 print:mb-4 print:block">
    <p className="text-lg font-semibold">
      {shop} {period}
    </p>
    {state && (
      <p className="figures text-xs text-muted-foreground">
        {state.isProvisional ? '速報' : '確定'} ／ データ時点 {state.dataAsOf ? formatDateTime(state.dataAsOf) : '–'}
      </p>
    )}
  </div>
)
