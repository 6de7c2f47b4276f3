import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { snackbarDuration } from '~/lib/constants'
import { forgetNotices, type Notice } from '~/lib/notices'

/** The theme's own, so that sonner need not know which one it is. */
const colors = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--foreground)',
  '--normal-border': 'var(--border)',
} as CSSProperties

/** A list's count and pages, and a form's buttons, stand in the last line of the window. */
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
