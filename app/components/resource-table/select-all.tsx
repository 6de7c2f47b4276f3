import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notifyRefusal } from '~/data/mutation'
import { formatCount } from '~/lib/format'
import { Button } from '../ui/button'
import type { ListAnswer, ListQuery } from './types'

interface SelectAllProps<Row, Answer extends ListAnswer<Row>> {
  /** Of the list, as it is filtered. */
  total: number
  most: number
  query: ListQuery<Row, Answer>
  onRows: (rows: readonly Row[]) => void
}

/** 全件を選択: all rows of the list beside those that are selected, or as many as one decision takes. */
export function SelectAll<Row, Answer extends ListAnswer<Row>>({
  total,
  most,
  query,
  onRows,
}: SelectAllProps<Row, Answer>) {
  const queryClient = useQueryClient()
  const [isReading, setIsReading] = useState(false)
  const read = async () => {
    setIsReading(true)
    try {
      onRows((await queryClient.fetchQuery(query)).list)
    } catch (error) {
      notifyRefusal(error)
    } finally {
      setIsReading(false)
    }
  }
  return (
    <Button variant="outline" disabled={isReading} onClick={() => void read()}>
      {total > most ? `先頭の${formatCount(most)}件を選択` : `全${formatCount(total)}件を選択`}
    </Button>
  )
}
