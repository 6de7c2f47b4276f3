/** The demo's accounts. */
export type Account = 'partner' | 'trainer' | 'manager' | 'owner' | 'head' | 'admin' | 'suspended'
/** Of every account, also of those that a test makes. */
export const password = 'asa-no-rajio-taiso'
export const emailOf = (account: Account) => `${account}@example.jp`
/** Secret of the mail provider's bounce reports. */
export const mailEventKey = 'a-key-that-only-the-mail-provider-knows'
