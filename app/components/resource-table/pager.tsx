import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatCount } from '~/lib/format'
import { pageSizes } from '~/lib/page-size'
import { Button } from '../ui/button'
import { NativeSelect } from '../ui/native-select'

interface PagerProps {
  offset: number
  limit: number
  /** Which rows are shown; undefined before they have come. */
  range: string | undefined
  total: number | undefined
  /** There are more than `total` rows; paging ends at `total`. */
  isAtLeast?: boolean | undefined
  onPage: (offset: number) => void
  onIntent: (offset: number) => void
  onLimit: (limit: number) => void
}

/** `1–50 / 全12,345件`, links to the other pages, and the page size. */
export function Pager({ offset, limit, range, total, isAtLeast, onPage, onIntent, onLimit }: PagerProps) {
  const sizeId = useId()
  const last = total ? Math.floor((total - 1) / limit) * limit : 0
  const step = (label: string, to: number, isPossible: boolean, icon: ReactNode) => (
    <Button
      variant="outline"
      size="icon"
      aria-label={label}
      title={label}
      // Not `disabled`, since a disabled button would lose the focus.
      aria-disabled={!isPossible || undefined}
      onClick={() => isPossible && onPage(to)}
      onPointerEnter={() => isPossible && onIntent(to)}
      onFocus={() => isPossible && onIntent(to)}
    >
      {icon}
    </Button>
  )
  const isBefore = offset > 0
  const isAfter = total !== undefined && offset + limit < total
  return (
    <div className="mt-2 flex shrink-0 flex-wrap items-center justify-between gap-x-6 gap-y-2 print:hidden">
      <p role="status" className="figures min-h-6 text-sm text-muted-foreground">
        {range}
        {isAtLeast && !isAfter && '　この先は、条件を絞り込むと表示できます。'}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label htmlFor={sizeId} className="flex items-center gap-2 text-sm text-muted-foreground">
          表示件数
          <NativeSelect
            id={sizeId}
            className="text-foreground"
            value={limit}
            onChange={(event) => onLimit(Number(event.target.value))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}件
              </option>
            ))}
          </NativeSelect>
        </label>
        <nav aria-label="ページ" className="flex gap-1">
          {step('最初のページ', 0, isBefore, <ChevronFirst aria-hidden />)}
          {step('前のページ', Math.max(0, offset - limit), isBefore, <ChevronLeft aria-hidden />)}
          {step('次のページ', offset + limit, isAfter, <ChevronRight aria-hidden />)}
          {step('最後のページ', last, isAfter, <ChevronLast aria-hidden />)}
        </nav>
      </div>
    </div>
  )
}

/** `全12,345件`, and where more are not counted `10,000件以上`. */
export const totalText = (total: number, isAtLeast = false) =>
  isAtLeast ? `${formatCount(total)}件以上` : `全${formatCount(total)}件`

/** `1–50 / 全12,345件`. */
export const rangeText = (offset: number, count: number, total: number, isAtLeast?: boolean) =>
  count === 0
    ? totalText(total, isAtLeast)
    : `${formatCount(offset + 1)}–${formatCount(offset + count)} / ${totalText(total, isAtLeast)}`
