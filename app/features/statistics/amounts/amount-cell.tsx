import { memo, useId } from 'react'
import { inputClass } from '~/components/ui/input-class'
import { amountFault, readAmount } from '~/lib/amount'
import { formatCount } from '~/lib/format'
import { cn } from '~/lib/utils'

interface AmountCellProps {
  label: string
  /** As typed, or as it is stored. */
  text: string
  /** Why it cannot be saved; null where it can. */
  fault: string | null
  /** What holds while it is empty. */
  placeholder?: string | undefined
  /** Identify the cell to its grid. */
  row: number
  column: number
  onType: (row: number, column: number, text: string) => void
  /** A pasted block that begins at the cell. */
  onPaste: (row: number, column: number, text: string) => void
}

/** A cell of a grid of amounts: takes full width, yen and separators, and a block of a spreadsheet. */
export const AmountCell = memo(function AmountCell(props: AmountCellProps) {
  const { label, text, fault, placeholder, row, column, onType, onPaste } = props
  const faultId = useId()
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : faultId}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => onType(row, column, target.value)}
        onPaste={(event) => {
          event.preventDefault()
          onPaste(row, column, event.clipboardData.getData('text'))
        }}
        onBlur={() => {
          const value = readAmount(text)
          if (typeof value === 'number' && amountFault(value, Number.MAX_SAFE_INTEGER) === null) {
            onType(row, column, formatCount(value))
          }
        }}
        className={cn(inputClass, 'figures w-28 text-right')}
      />
      {fault !== null && (
        <p id={faultId} className="mt-1 w-28 text-left text-xs whitespace-normal text-destructive">
          {fault}
        </p>
      )}
    </>
  )
})
