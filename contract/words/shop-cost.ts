/** Kinds of a shop's costs, in display order. */
export const costKinds = { labor: '人件費', ads: '広告費', rent: '家賃', other: 'その他の費用' } as const
export type CostKind = keyof typeof costKinds
