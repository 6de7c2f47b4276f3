import { createRootRoute, createRouter, Link, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

type Row = Record<string, unknown> & { id: string }

const columns = ['memberNo', 'lastName', 'firstName', 'lastNameKana', 'status', 'joinedOn', 'lastVisitOn', 'visits30d']

const rootRoute = createRootRoute({
  loader: async () => ((await (await fetch('/rows.json')).json()) as { list: Row[] }).list,
  component: Rows,
})

function Rows() {
  const rows: Row[] = rootRoute.useLoaderData()
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column, at) => (
              <td key={column}>{at === 0 ? <Link to=".">{String(row[column])}</Link> : String(row[column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <RouterProvider router={createRouter({ routeTree: rootRoute })} />,
)
