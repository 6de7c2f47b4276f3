import { useCan, useMe } from './session'

/** Whether this person decides on actions; part-time staff tell how far they are with theirs, and begin none. */
export function useMayBeginActions(): boolean {
  const mayWrite = useCan()('reportAction.write')
  const me = useMe()
  return mayWrite && me?.staff.role !== 'level2'
}
