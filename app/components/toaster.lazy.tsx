import { useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { snackbarDuration } from '~/lib/constants'
import { forgetNotices, type Notice } from './toaster'

export default function Toaster({ notices }: { notices: Notice[] }) {
  useEffect(() => {
    for (const { id, kind, text } of notices) toast[kind](text, { id })
    if (notices.length > 0) forgetNotices()
  }, [notices])

  const theme =
    document.documentElement.dataset.theme === 'dark'
      ? 'dark'
      : document.documentElement.dataset.theme === 'light'
        ? 'light'
        : 'system'
  return (
    <Sonner
      theme={theme}
      duration={snackbarDuration}
      position="bottom-left"
      closeButton
      containerAriaLabel="お知らせ"
      toastOptions={{ closeButtonAriaLabel: '閉じる' }}
    />
  )
}
