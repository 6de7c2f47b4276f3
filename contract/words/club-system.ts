/** What a studio of the club system is here, as it is kept. */
export const studioAnswers = { shop: '店舗', leftOut: '取り込まない' } as const

/** The answers that somebody can choose: a new shop is one of ours once it is saved. */
export const studioChoices = { ...studioAnswers, new: '新しい店舗として登録' } as const

/** Who an instructor of the club system is here. */
export const instructorChoices = {
  staff: 'スタッフ',
  nobody: '該当なし',
} as const

export const connectionStates = {
  connected: '接続中',
  /** The club system no longer accepts what it has given us. */
  expired: '要再接続',
  disconnected: '未接続',
} as const

/** A brand code as it is meant: full-width letters, spaces, capitals and other dashes are a matter of the keyboard. */
export const brandCodeOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐‑–—−ー]/g, '-')
    .toLowerCase()

export const isBrandCode = (text: string) => /^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/.test(text)

/** Where webhooks of the club system arrive, on the API and through the app; the connection's public id follows. */
export const clubSystemWebhooks = '/api/webhooks/club-system'
export const clubSystemWebhookBytes = 65_536
