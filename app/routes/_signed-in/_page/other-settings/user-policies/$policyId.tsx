import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditPolicy } from '~/features/policies/policy-page'
import { policyQuery } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/user-policies/$policyId')({
  staticData: { permission: 'policy.read' },
  loader: ({ context, params }) => openScreen(context, { title: '利用規約', first: [policyQuery(params.policyId)] }),
  component: UserPoliciesPolicyRoute,
})

function UserPoliciesPolicyRoute() {
  const { policyId } = useParams({ from: '/_signed-in/_page/other-settings/user-policies/$policyId' })
  return <EditPolicy type="userPolicy" id={policyId} />
}
