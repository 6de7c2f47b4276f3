import { useMe } from '~/auth/session'
import { Block, headlineGrid } from '~/components/report/report-states'

/** Whether only a few rounded figures are disclosed to the user (docs/domain.md, "Small groups"). */
export const useIsPartner = () => useMe()?.permissions['report.members'] === 'aggregate'

/** Placeholder height of the cards while loading. */
export const PartnerSkeleton = () => (
  <div className={headlineGrid}>
    <Block className="h-45" />
    <Block className="h-45" />
  </div>
)
