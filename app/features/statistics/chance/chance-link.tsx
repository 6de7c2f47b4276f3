import { Link } from '@tanstack/react-router'

/** To the page that says how chance is judged. */
export const ChanceLink = () => (
  <Link to="/statistics/chance" className="text-primary underline underline-offset-4 print:hidden">
    偶然の見分け方
  </Link>
)
