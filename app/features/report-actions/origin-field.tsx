import { Link } from '@tanstack/react-router'
import { actionFields } from '#contract/words/fields/report-action.ts'
import { FieldFrame } from '~/components/fields/field-frame'
import { type FieldHandle, useLiveField } from '~/components/resource-form/form-context'
import { Button } from '~/components/ui/button'
import { formatDate } from '~/lib/dates'

interface OriginFieldProps {
  field: FieldHandle<string | null>
  /** The report that the action began from. */
  origin: { id: string; shop: { id: string; name: string }; date: string }
}

/** Names the daily report that the action began from; it can be taken off. */
export function OriginField({ field: handle, origin }: OriginFieldProps) {
  const field = useLiveField(handle)
  const { id, shop, date } = origin
  const name = `${shop.name} ${formatDate(date)}の日報`
  const isTaken = field.state.value === id
  return (
    <FieldFrame field={field} label={actionFields.dailyReportId} group show={() => name}>
      {() => (
        <div className="flex flex-wrap items-center gap-x-4 text-sm">
          {isTaken ? (
            <Link
              to="/shop-reports/$shopId/$date"
              params={{ shopId: shop.id, date }}
              className="figures text-primary underline underline-offset-4"
            >
              {name}
            </Link>
          ) : (
            <span>なし</span>
          )}
          <Button variant="outline" onClick={() => field.handleChange(isTaken ? null : id)}>
            {isTaken ? '外す' : `${name}にする`}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}
