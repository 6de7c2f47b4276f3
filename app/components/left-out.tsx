interface LeftOutProps {
  /** 「退会した会員」. */
  who: string
  onShow: () => void
}

/** Says that a list's default leaves out who has left, and shows them. */
export const LeftOut = ({ who, onShow }: LeftOutProps) => (
  <span className="font-normal text-muted-foreground">
    {who}を除く
    <button
      type="button"
      onClick={onShow}
      className="ml-1.5 min-h-6 rounded-sm text-link underline-offset-4 hover:underline print:hidden"
    >
      すべて表示
    </button>
  </span>
)
