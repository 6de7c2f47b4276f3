import { formatDateTime } from '~/lib/dates'

interface PrintHeaderProps {
  shop: string
  period: string
  /** 速報 or 確定, and the last moment that the data covers; absent while loading. */
  state: { isProvisional: boolean; dataAsOf: string | null } | undefined
}

/** On paper only: what a report is of, and how far its figures are settled. */
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
