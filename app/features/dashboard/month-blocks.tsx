import { cn } from '~/lib/utils'
import { Block } from './report-states'

export const panelGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[640px]:grid-cols-2 @min-[1160px]:grid-cols-3 print:gap-3'
export const wide = '@min-[640px]:col-span-2'
export const twoOfThree = '@min-[1160px]:col-span-2'
// Three abreast, the members' rows are higher than the chart: what is to come fills the room below it.
export const tall = '@min-[1160px]:row-span-2'
export const underChart = '@min-[1160px]:col-span-2 @min-[1160px]:col-start-1 @min-[1160px]:row-start-2'

/** 目標と着地見込, while the month runs. */
export const AheadBlock = () => <Block className="h-114 @min-[640px]:h-60 @min-[1160px]:h-42" />

/** The panels beside and below the chart. */
export const PanelBlocks = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <Block className={cn('h-156 @min-[640px]:h-131', isOpen && tall)} />
    <Block className="h-113 @min-[640px]:h-98" />
    <Block className="h-79 @min-[640px]:h-88" />
    <Block className="h-88" />
    {isOpen && <Block className={cn('col-span-full h-48 @min-[640px]:h-28', underChart)} />}
  </>
)

/** The panels below the first screen. */
export const MoreBlocks = ({ isOpen }: { isOpen: boolean }) => (
  <>
    {!isOpen && <Block className={cn(wide, 'h-114 @min-[640px]:h-60')} />}
    <Block className={cn(isOpen && twoOfThree, 'h-95 @min-[640px]:h-75')} />
    <Block className="h-66 @min-[640px]:h-75" />
    <Block className={cn(isOpen ? 'col-span-full' : wide, 'h-152 @min-[640px]:h-78')} />
    <Block className="col-span-full h-101 @min-[640px]:h-94" />
  </>
)
