import { useCan, useMe } from './session'

/** Whether the user may create actions; part-time staff only report progress on their own. */
export function useMayBeginActions(): boolean {
  const mayWrite = useCan()('reportAction.write')
  const me = useMe()
  return mayWrite && me?.staff.role !== 'level2'
}
