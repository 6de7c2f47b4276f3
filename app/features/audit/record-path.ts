import { useRouter } from '@tanstack/react-router'
import type { AuditRow } from '#contract/audit.ts'
import { useReach } from '~/auth/session'
import { type Area, addressOf, type RecordAddress } from '~/frame/area'

/** The address of an entry's record; undefined if no screen shows it, or none that the user may open. */
export function useRecordPath(): (row: AuditRow) => RecordAddress | undefined {
  const { recordAreas } = useRouter().options.context
  const areas: Record<string, Area | undefined> = recordAreas
  const reach = useReach()
  return ({ resourceType, resourceId, resourceName, resourceKey, member, shop }) => {
    if (member) {
      if (reach('member.read') === undefined) return undefined
      const logs = reach('log.condition')
      const isOfOne = resourceType === 'dailyLog' && logs !== undefined && logs !== 'aggregate'
      return { to: `${recordAreas.member.path}/${member.id}${isOfOne ? '/daily-logs' : ''}` }
    }
    // Deleted, or out of scope.
    if (resourceId === null || resourceName === null) return undefined
    const area = areas[resourceType]
    if (!area || reach(area.permission) === undefined) return undefined
    return addressOf(area, { id: resourceId, key: resourceKey, shopId: shop?.id })
  }
}
