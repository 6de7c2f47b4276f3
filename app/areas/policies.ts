import { FileLock, FileText } from 'lucide-react'
import type { Area } from '~/frame/area'

export const userPolicies: Area = {
  path: '/other-settings/user-policies',
  label: '利用規約',
  icon: FileText,
  permission: 'policy.read',
}

export const privacyPolicy: Area = {
  path: '/other-settings/privacy-policy',
  label: 'プライバシーポリシー',
  icon: FileLock,
  permission: 'policy.read',
}

/** The editions of both. */
export const policies: Area & { found?: undefined } = {
  ...userPolicies,
  found: undefined,
  addressOf: ({ id, key }) => ({ to: `${(key === 'userPolicy' ? userPolicies : privacyPolicy).path}/${id}` }),
}
