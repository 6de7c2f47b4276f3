import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ScrollBox } from '~/components/scroll-box'
import { FailedState } from '~/components/states'
import { Skeleton } from '~/components/ui/skeleton'
import { operationQuery } from './queries'

const places: Record<string, string> = { path: 'パス', query: 'クエリ', header: 'ヘッダー' }

/** Input and answer of one operation, as JSON schemas. */
export function Operation({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(operationQuery(name))
  if (error)
    return <FailedState title="操作の仕様を表示できませんでした" error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" className="px-4 pb-4">
        <span className="sr-only">読み込み中...</span>
        <Skeleton className="h-24" />
      </div>
    )
  }
  return (
    <div className="space-y-3 px-4 pb-4 text-sm">
      {data.parameters.length > 0 && (
        <ScrollBox label={`${name}のパラメーター`} flows>
          <table className="w-full text-left">
            <caption className="sr-only">パラメーター</caption>
            <thead className="text-xs text-muted-foreground">
              <tr>
                <th scope="col">名前</th>
                <th scope="col">場所</th>
                <th scope="col">必須</th>
                <th scope="col">形式</th>
              </tr>
            </thead>
            <tbody>
              {data.parameters.map((one) => (
                <tr key={one.name} className="align-top">
                  <th scope="row" className="py-1 pr-4 font-normal">
                    <code>{one.name}</code>
                  </th>
                  <td className="py-1 pr-4 whitespace-nowrap">{places[one.in] ?? one.in}</td>
                  <td className="py-1 pr-4 whitespace-nowrap">{one.isRequired ? '必須' : '–'}</td>
                  <td className="py-1">
                    <code className="text-xs wrap-anywhere">{one.schema}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {data.body !== null && <Schema title="本文" of={name} json={data.body} />}
      <Schema title="応答" of={name} json={data.answer} />
    </div>
  )
}

function Schema({ title, of, json }: { title: string; of: string; json: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="pb-1 text-xs font-semibold">
        {title}
      </h3>
      <ScrollBox label={`${of}の${title}`} className="max-h-96 overflow-auto rounded-md bg-muted p-3">
        <pre className="text-xs">{JSON.stringify(JSON.parse(json), null, 2)}</pre>
      </ScrollBox>
    </section>
  )
}
