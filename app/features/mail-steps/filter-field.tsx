import { useQuery } from '@tanstack/react-query'
import type { MailMemberFilter } from '#contract/mail.ts'
import { useMe } from '~/auth/session'
import { FieldFrame, type FieldProps } from '~/components/fields/field-frame'
import { useLiveField } from '~/components/resource-form/form-context'
import { serverQuery } from '~/data/query'
import { listMembers } from '~/functions/member'
import { formatCount } from '~/lib/format'
import { conditionsText, MemberConditions } from '~/nouns/member/member-conditions'
import { sharedViewsQuery } from '~/shop/shared-views-query'
import { plansQuery } from './queries'

/** Audience of a scenario: everybody, or members who match all of these filters. */
export function FilterField(frame: FieldProps<MailMemberFilter>) {
  const field = useLiveField(frame.field)
  const filter = field.state.value
  const me = useMe()
  const plans = useQuery(plansQuery)
  const shared = useQuery(sharedViewsQuery('members'))
  const { data: matching } = useQuery(serverQuery('member.list', listMembers)({ ...filter, limit: 1 }))
  const choosable = { shops: me?.shops ?? [], plans: plans.data?.list ?? [] }
  return (
    <FieldFrame
      {...frame}
      field={field}
      group
      show={(value) => conditionsText(value, choosable)}
      aside={matching && `現在、条件に合う会員 ${formatCount(matching.paging.total)}名`}
    >
      {() => (
        <MemberConditions
          {...choosable}
          filter={filter}
          onChange={(next) => field.handleChange(next)}
          shared={shared.data?.list ?? []}
        />
      )}
    </FieldFrame>
  )
}
