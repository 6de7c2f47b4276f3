/** The address that replaces a person's present one once it has proven itself. */
export const PendingEmail = ({ email }: { email: string | null | undefined }) =>
  email && <span className="block text-xs text-muted-foreground wrap-anywhere">{email}（メールでの確認待ち）</span>
