import { type PolicyType, policyTypes } from '#contract/words/policy.ts'

/** Titles and paths of each type's screens. */
export const kinds = {
  userPolicy: {
    noun: policyTypes.userPolicy,
    list: { to: '/other-settings/user-policies', label: `${policyTypes.userPolicy}の一覧` },
    create: '/other-settings/user-policies/new',
    difference: '/other-settings/user-policies/difference',
    page: '/terms',
  },
  privacyPolicy: {
    noun: policyTypes.privacyPolicy,
    list: { to: '/other-settings/privacy-policy', label: `${policyTypes.privacyPolicy}の一覧` },
    create: '/other-settings/privacy-policy/new',
    difference: '/other-settings/privacy-policy/difference',
    page: '/privacy',
  },
} as const satisfies Record<PolicyType, object>
