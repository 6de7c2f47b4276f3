import type { ChangedShopPlan, ShopPlanDetail } from '#contract/shop-plan.ts'
import { formatCount } from '~/lib/format'

/** Effect of switching a plan's flag. */
export function effectText({ wouldGain, wouldLose, locked }: ShopPlanDetail['leanBody']): string {
  const [gain, lose] = [formatCount(wouldGain), formatCount(wouldLose)]
  const stay = locked > 0 ? `手動で固定した${formatCount(locked)}名は変わりません。` : ''
  if (wouldGain > 0 && wouldLose > 0) {
    return `${gain}名がLEAN BODYを利用できるようになり、${lose}名が利用できなくなります。${stay}`
  }
  if (wouldGain > 0) return `${gain}名がLEAN BODYを利用できるようになります。${stay}`
  if (wouldLose > 0) return `${lose}名がLEAN BODYを利用できなくなります。${stay}`
  return `利用できるかどうかが変わる会員はいません。${stay}`
}

/** Result of switching it. */
export function changedText({ gained, lost, locked }: ChangedShopPlan['changed']): string {
  const stayed = locked > 0 ? `手動で固定した${formatCount(locked)}名は変わっていません。` : ''
  if (gained > 0 && lost > 0) {
    return `${formatCount(gained)}名が利用できるようになり、${formatCount(lost)}名が利用できなくなりました。${stayed}`
  }
  if (gained > 0) return `${formatCount(gained)}名が利用できるようになりました。${stayed}`
  if (lost > 0) return `${formatCount(lost)}名が利用できなくなりました。${stayed}`
  return `利用できるかどうかが変わった会員はいません。${stayed}`
}
