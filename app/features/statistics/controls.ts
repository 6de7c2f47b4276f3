/** A row of a report's choices: on a phone only after 「絞り込み・期間」 was pressed (`StatisticsScreen`). */
export const controls = 'flex flex-wrap max-sm:hidden max-sm:group-[.is-open]/report:flex print:hidden'
