import { Button } from '~/components/ui/button'
import { formatCount } from '~/lib/format'

interface PageTurnsProps {
  /** What the pages are of. */
  of: string
  /** From 1. */
  page: number
  /** Rows of a page. */
  size: number
  total: number | undefined
  onTurn: (page: number) => void
}

/** From page to page of people below their table, where one page is not all. At either end the button keeps the focus. */
export function PageTurns({ of, page, size, total = 0, onTurn }: PageTurnsProps) {
  if (total <= size) return null
  const turns = [
    { label: '前へ', to: page - 1, isEnd: page === 1 },
    { label: '次へ', to: page + 1, isEnd: page * size >= total },
  ]
  return (
    <nav aria-label={`${of}のページ`} className="mt-3 flex flex-wrap items-center justify-between gap-2 print:hidden">
      <p role="status" className="figures text-sm text-muted-foreground">
        {formatCount((page - 1) * size + 1)}–{formatCount(Math.min(page * size, total))} / 全{formatCount(total)}名
      </p>
      <span className="flex gap-2">
        {turns.map(({ label, to, isEnd }) => (
          <Button key={label} variant="outline" aria-disabled={isEnd || undefined} onClick={() => !isEnd && onTurn(to)}>
            {label}
          </Button>
        ))}
      </span>
    </nav>
  )
}
