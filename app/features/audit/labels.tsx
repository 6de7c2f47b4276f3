import { Link } from '@tanstack/react-router'
import type { AuditRow } from '#contract/audit.ts'
import { cutText } from '#contract/cut-text.ts'
import { auditResources, fieldLabel } from '#contract/words/audit.ts'
import { useRecordPath } from './record-path'

/** Who did it: a member of staff, also one who has left, or a member. */
export function actorText({ actor, isByMember, member }: Pick<AuditRow, 'actor' | 'isByMember' | 'member'>) {
  if (isByMember) return member ? `${member.name}（会員）` : '会員'
  if (!actor) return '不明'
  return `${actor.displayName ?? '削除されたスタッフ'}${actor.hasLeft ? '（退職済）' : ''}`
}

const resourceText = (resourceType: string) =>
  auditResources[resourceType as keyof typeof auditResources] ?? resourceType

/** The target of an action as text, 「会員　佐藤 健一」; empty where the action itself suffices. */
export function targetText({ resourceType, resourceId, resourceName, deletedName, member }: AuditRow): string {
  const gone = deletedName === null ? null : `${deletedName}（削除済）`
  const name = resourceName ?? member?.name ?? gone ?? (resourceId === null ? null : `ID ${resourceId}`)
  return name === null ? '' : `${resourceText(resourceType)}　${name}`
}

/** The target as a link, where the record has a screen. */
export function Target({ row }: { row: AuditRow }) {
  const place = useRecordPath()(row)
  if (place === undefined) return targetText(row)
  return (
    <Link
      {...(place as { to: string })}
      preload={false}
      className="inline-block min-h-6 max-w-full truncate align-bottom text-primary underline-offset-4 hover:underline"
    >
      {targetText(row)}
    </Link>
  )
}

/** The names of the fields that were changed. */
export const fieldsText = ({ resourceType, fields }: AuditRow) =>
  fields.map(({ field }) => fieldLabel(resourceType, field)).join('、')

/** 「Chrome（Windows）」; an unknown user agent as sent. */
export function browserText(userAgent: string): string {
  const browser = /Edg\//.test(userAgent)
    ? 'Edge'
    : /Firefox\//.test(userAgent)
      ? 'Firefox'
      : /Chrome\//.test(userAgent)
        ? 'Chrome'
        : /Safari\//.test(userAgent)
          ? 'Safari'
          : undefined
  const system = /iPhone|iPad/.test(userAgent)
    ? 'iOS'
    : /Android/.test(userAgent)
      ? 'Android'
      : /Windows/.test(userAgent)
        ? 'Windows'
        : /Mac OS X/.test(userAgent)
          ? 'macOS'
          : /Linux/.test(userAgent)
            ? 'Linux'
            : undefined
  if (!browser) return cutText(userAgent, 40)
  return system ? `${browser}（${system}）` : browser
}
