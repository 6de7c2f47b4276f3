import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'
import { mailTemplateQuery } from '~/features/mail-templates/queries'
import { EditTemplate } from '~/features/mail-templates/template-page'

export const Route = createFileRoute('/_signed-in/_page/mail/templates/$templateId')({
  staticData: { permission: 'mailTemplate.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'メールテンプレートの編集', first: [mailTemplateQuery(params.templateId)] }),
  component: TemplateRoute,
})

function TemplateRoute() {
  const { templateId } = useParams({ from: '/_signed-in/_page/mail/templates/$templateId' })
  return <EditTemplate id={templateId} />
}
