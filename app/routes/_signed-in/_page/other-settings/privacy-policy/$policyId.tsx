import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { EditPolicy } from '~/features/policies/policy-page'
import { policyQuery } from '~/features/policies/queries'

export const Route = createFileRoute('/_signed-in/_page/other-settings/privacy-policy/$policyId')({
  staticData: { permission: 'policy.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'プライバシーポリシー', first: [policyQuery(params.policyId)] }),
  component: PrivacyPolicyPolicyRoute,
})

function PrivacyPolicyPolicyRoute() {
  const { policyId } = useParams({ from: '/_signed-in/_page/other-settings/privacy-policy/$policyId' })
  return <EditPolicy type="privacyPolicy" id={policyId} />
}
