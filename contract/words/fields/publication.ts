/** Of every row that members see from a time on. */
export const publicationFields = { status: '状態', publishFrom: '公開開始', publishTo: '公開終了' } as const
