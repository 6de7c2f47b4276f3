import type { MailCategory } from '#contract/words/mail.ts'

/** A mail text with its variables unfilled. */
export interface MailContent {
  category: MailCategory
  subject: string
  /** Sanitised HTML. */
  body: string
  /** Null: that of 会社情報. */
  fromName: string | null
  replyTo: string | null
  footer: string | null
  isTracked: boolean
}
