import { createFileRoute } from '@tanstack/react-router'
import { openScreen, recordScreen } from '~/boot/screen'
import { mailTemplateQuery } from '~/features/mail-templates/queries'
import { EditTemplate } from '~/features/mail-templates/template-page'

export const Route = createFileRoute('/_signed-in/_page/mail/templates/$templateId')({
  staticData: { permission: 'mailTemplate.read' },
  loader: ({ context, params }) =>
    openScreen(context, { title: 'メールテンプレートの編集', first: [mailTemplateQuery(params.templateId)] }),
  component: recordScreen(EditTemplate),
})
