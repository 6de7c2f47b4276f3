import { Block } from '~/components/report/report-states'
import { cn } from '~/lib/utils'

export const panelGrid =
  'grid grid-cols-[minmax(0,1fr)] gap-4 @min-[640px]:grid-cols-2 @min-[1160px]:grid-cols-3 print:gap-x-8 print:gap-y-3'
export const wide = '@min-[640px]:col-span-2'
export const twoOfThree = '@min-[1160px]:col-span-2'
// In three columns the members' panel is higher than the chart: 今後の予定 fills the space below.
export const tall = '@min-[1160px]:row-span-2'
export const underChart = '@min-[1160px]:col-span-2 @min-[1160px]:col-start-1 @min-[1160px]:row-start-2'

/** 目標と着地見込, while the month runs. */
export const AheadBlock = () => <Block className="h-114 @min-[640px]:h-60 @min-[1160px]:h-42" />

/** Room of the chart. */
export const ChartBlock = () => <Block className={cn(wide, 'h-109')} />

/** Placeholder heights of the panels beside and below the chart. */
export const rooms = {
  members: 'h-156 @min-[640px]:h-131',
  visits: 'h-113 @min-[640px]:h-98',
  sales: 'h-79 @min-[640px]:h-88',
  breakdown: 'h-88',
  scheduled: cn('col-span-full h-48 @min-[640px]:h-28', underChart),
  target: cn(wide, 'h-114 @min-[640px]:h-60'),
  retention: 'h-95 @min-[640px]:h-75',
  leads: 'h-66 @min-[640px]:h-75',
  reservations: 'h-152 @min-[640px]:h-78',
  visitHours: 'col-span-full h-101 @min-[640px]:h-94',
}

/** All of them, before their code has come. */
export const PanelBlocks = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <Block className={cn(rooms.members, isOpen && tall)} />
    <Block className={rooms.visits} />
    <Block className={rooms.sales} />
    <Block className={rooms.breakdown} />
    <Block className={isOpen ? rooms.scheduled : rooms.target} />
    <Block className={cn(rooms.retention, isOpen && twoOfThree)} />
    <Block className={rooms.leads} />
    <Block className={cn(rooms.reservations, isOpen ? 'col-span-full' : wide)} />
    <Block className={rooms.visitHours} />
  </>
)
