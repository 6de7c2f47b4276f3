import { createFileRoute, useParams } from '@tanstack/react-router'
import { openScreen } from '~/boot/screen'

import { Notes } from '~/features/members/page/notes'
import { memberQuery } from '~/features/members/queries'

export const Route = createFileRoute('/_signed-in/_page/hacomono/members_/$userId/notes')({
  staticData: { permission: 'member.read' },
  loader: ({ context, params }) => openScreen(context, { title: '会員のメモ', first: [memberQuery(params.userId)] }),
  component: NotesRoute,
})

function NotesRoute() {
  const { userId } = useParams({ from: '/_signed-in/_page/hacomono/members_/$userId/notes' })

  return <Notes userId={userId} />
}
