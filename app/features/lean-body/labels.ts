import type { LeanBodyRow } from '#contract/lean-body.ts'
import { bodyParts, intensities } from '#contract/words/lean-body.ts'
import { moods } from '#contract/words/mood.ts'
import { formatCount, formatDecimal } from '~/lib/format'

export const partsText = ({ targetParts }: Pick<LeanBodyRow, 'targetParts'>) =>
  targetParts.map((part) => bodyParts[part]).join('、')

export const moodsText = ({ recommendedMoods }: Pick<LeanBodyRow, 'recommendedMoods'>) =>
  recommendedMoods.map((mood) => moods[mood]).join('、')

export const intensityText = (intensity: number) => intensities[intensity as keyof typeof intensities]

/** 「4.3」 of five; empty without ratings. */
export const ratingText = (rating: number | null) => formatDecimal(rating)

/** 「全店舗」, or how many. */
export const shopsText = (shopIds: readonly string[] | null) =>
  shopIds === null ? '全店舗' : `${formatCount(shopIds.length)}店舗`
