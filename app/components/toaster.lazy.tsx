import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { snackbarDuration } from '~/lib/constants'
import { forgetNotices, type Notice } from '~/lib/notices'

/** Uses the theme's colours, so that sonner need not know the theme. */
const colors = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--border)',
} as CSSProperties

/** Keeps snackbars above the bottom line, which holds a list's pager or a form's buttons. */
const aboveThePager = 80

export default function Toaster({ notices }: { notices: Notice[] }) {
  useEffect(() => {
    for (const { id, kind, text, action } of notices) {
      toast[kind](text, { id, ...(action && { action: { label: action.label, onClick: action.run } }) })
    }
    if (notices.length > 0) forgetNotices()
  }, [notices])

  return (
    <Sonner
      duration={snackbarDuration}
      position="bottom-left"
      offset={{ bottom: aboveThePager, left: 24 }}
      mobileOffset={{ bottom: aboveThePager, left: 16, right: 16 }}
      closeButton
      containerAriaLabel="通知"
      toastOptions={{ closeButtonAriaLabel: '閉じる' }}
      style={colors}
    />
  )
}
