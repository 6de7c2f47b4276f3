interface LeftOutProps {
  /** 「退会した会員」. */
  who: string
  onShow: () => void
}

/** Says that a list's default leaves out who has left, and shows them. */
export const LeftOut = ({ who, onShow }: LeftOutProps) => (
  <span className="ml-3 font-normal whitespace-nowrap text-muted-foreground">
    {who}を除く
    <button
      type="button"
      onClick={onShow}
      className="ml-1.5 min-h-6 rounded-sm text-primary underline underline-offset-4 print:hidden"
    >
      すべて表示
    </button>
  </span>
)
