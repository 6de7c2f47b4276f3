import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { buttonVariants } from '../ui/button'

interface CopyLinkProps {
  to: '/other-settings/announcements/new' | '/other-settings/columns/new' | '/mail/templates/new'
  id: string
}

/** From a record to the form of a new one, filled with it. */
export const CopyLink = ({ to, id }: CopyLinkProps) => (
  <Link to={to} search={{ from: id }} className={buttonVariants({ variant: 'outline' })}>
    <Copy aria-hidden />
    複製する
  </Link>
)
