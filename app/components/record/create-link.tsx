import { Link, type LinkProps } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonVariants } from '../ui/button'

/** From a list to the empty form of a new record. */
export const CreateLink = ({ to }: { to: LinkProps['to'] }) => (
  <Link to={to} className={buttonVariants()}>
    <Plus aria-hidden />
    新規登録
  </Link>
)
