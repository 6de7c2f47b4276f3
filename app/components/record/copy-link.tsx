import { Link, type LinkProps } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { buttonVariants } from '../ui/button'

interface CopyLinkProps {
  /** The form of a new record, whose search is `copySearch`. */
  to: LinkProps['to']
  id: string
}

/** From a record to the form of a new one, filled with it. */
export const CopyLink = ({ to, id }: CopyLinkProps) => (
  <Link to={to} search={{ from: id } as never} className={buttonVariants({ variant: 'outline' })}>
    <Copy aria-hidden />
    複製する
  </Link>
)
