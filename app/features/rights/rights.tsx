import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { matrix, type Permission, permissions, type Scope } from '#contract/permissions.ts'
import { rightSentence } from '#contract/right-sentence.ts'
import {
  levelWords,
  noReach,
  type PermissionArea,
  type PrincipalName,
  permissionAreas,
  permissionWords,
  principals,
  reachWords,
} from '#contract/words/permissions.ts'
import { valuesOf } from '#contract/words/words.ts'
import { useCan, useMe } from '~/auth/session'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { NativeSelect } from '~/components/ui/native-select'
import { cn } from '~/lib/utils'
import { PreviewForm } from './preview-form'

const reachOf = (permission: Permission, principal: PrincipalName): Scope | null => {
  const cell = matrix[permission][principal]
  return cell === '-' ? null : cell
}

/** The rights that head office lacks: 「管理者の設定」「全データの出力」… */
const ofTheFlag = permissions
  .filter((permission) => reachOf(permission, 'all') === null && reachOf(permission, 'admin') !== null)
  .map((permission) => `「${permissionWords[permission].name}」`)
  .join('')

const areas = valuesOf(permissionAreas).map((area) => ({
  area,
  label: permissionAreas[area],
  permissions: permissions.filter((permission) => permissionWords[permission].area === area),
}))

/** Overview of rights, from the API's permission matrix: the user's own role in sentences, then all roles. */
export function Rights() {
  const me = useMe()
  const own: PrincipalName | undefined = me && (me.isAdmin ? 'admin' : me.staff.role)
  const can = useCan()
  const [chosen, setChosen] = useState<PrincipalName>()
  const shown = chosen ?? own
  if (!own || !shown) return null
  return (
    <div className="mx-auto max-w-6xl px-4 pb-12 sm:px-6 print:max-w-none print:px-0">
      <h1 className="pt-4 text-xl font-semibold">権限一覧</h1>
      <p className="mt-1 pb-5 text-sm text-muted-foreground">
        権限ごとに、何をどの範囲で操作できるかを示します。「担当店舗」は、その人が所属する店舗です。
        {can('apiDocs.read') && (
          <Link to="/docs" className="ml-2 text-primary underline underline-offset-4">
            APIの仕様書
          </Link>
        )}
      </p>

      <section aria-labelledby="sentences">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
          <h2 id="sentences" className="flex flex-wrap items-center gap-2 text-base font-semibold">
            {principals[shown]}の権限
            {shown === own && <Chip tone="positive">自分の権限</Chip>}
            <span className="text-sm font-normal text-muted-foreground">
              {levelWords[shown].number}: {levelWords[shown].description}
            </span>
          </h2>
          <div className="flex items-center gap-2 text-sm print:hidden">
            <label htmlFor="role">権限</label>
            <NativeSelect id="role" value={shown} onChange={(event) => setChosen(event.target.value as PrincipalName)}>
              {[own, ...valuesOf(principals).filter((one) => one !== own)].map((one) => (
                <option key={one} value={one}>
                  {principals[one]}
                  {one === own && '（自分）'}
                </option>
              ))}
            </NativeSelect>
          </div>
        </div>
        {shown === 'all' && (
          <p className="pb-3 text-sm text-muted-foreground">
            {ofTheFlag}は{principals.admin}だけの権限で、本部にはありません。
          </p>
        )}
        {shown !== 'admin' && can('rights.preview') && <PreviewForm role={shown} />}
        <div className="columns-1 gap-4 lg:columns-2 print:columns-2">
          {areas.map(({ area, label, permissions }) => (
            <Card key={area} className="mb-4 break-inside-avoid">
              <CardHeader>
                <CardTitle className="text-sm">{label}</CardTitle>
              </CardHeader>
              <CardContent>
                <ul className="space-y-1.5 text-sm">
                  {permissions.map((permission) => (
                    <Sentence key={permission} isGiven={reachOf(permission, shown) !== null}>
                      {rightSentence(shown, permission, reachOf(permission, shown))}
                    </Sentence>
                  ))}
                </ul>
              </CardContent>
            </Card>
          ))}
        </div>
      </section>

      <AllRoles own={own} />
    </div>
  )
}

function Sentence({ isGiven, children }: { isGiven: boolean; children: ReactNode }) {
  const Icon = isGiven ? Check : Minus
  return (
    <li className={cn('flex gap-2', !isGiven && 'text-muted-foreground')}>
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', isGiven && 'text-primary')} />
      {children}
    </li>
  )
}

/** Matrix of roles and rights. Phones show only the sentences above, per role. */
function AllRoles({ own }: { own: PrincipalName }) {
  return (
    <section aria-labelledby="all-roles" className="mt-8 max-md:hidden print:block print:break-before-page">
      <h2 id="all-roles" className="pb-3 text-base font-semibold">
        すべての権限
      </h2>
      <Card className="relative overflow-x-auto print:overflow-visible">
        <table data-flows className="w-full text-sm">
          <caption className="sr-only">権限ごとの範囲</caption>
          <thead>
            <tr className="border-b">
              <th scope="col" className="px-4 py-2.5 text-left font-medium">
                できること
              </th>
              {valuesOf(principals).map((principal) => (
                <th
                  key={principal}
                  scope="col"
                  className={cn(
                    'px-3 py-2.5 text-left font-medium whitespace-nowrap',
                    principal === own && 'bg-accent',
                  )}
                >
                  {principals[principal]}
                  <span className="block text-xs font-normal text-muted-foreground">
                    {levelWords[principal].number}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          {areas.map((area) => (
            <AreaRows key={area.area} {...area} own={own} />
          ))}
        </table>
      </Card>
    </section>
  )
}

interface AreaRowsProps {
  area: PermissionArea
  label: string
  permissions: Permission[]
  own: PrincipalName
}

const AreaRows = ({ label, permissions, own }: AreaRowsProps) => (
  <tbody>
    <tr className="border-b bg-muted print:break-after-avoid">
      <th scope="rowgroup" colSpan={7} className="px-4 py-1.5 text-left text-xs font-medium text-muted-foreground">
        {label}
      </th>
    </tr>
    {permissions.map((permission) => (
      <tr key={permission} className="border-b last:border-b-0 print:break-inside-avoid">
        <th scope="row" className="px-4 py-2 text-left font-normal">
          {permissionWords[permission].name}
        </th>
        {valuesOf(principals).map((principal) => {
          const scope = reachOf(permission, principal)
          return (
            <td
              key={principal}
              className={cn(
                'px-3 py-2 whitespace-nowrap',
                !scope && 'text-muted-foreground',
                principal === own && 'bg-accent/50',
              )}
            >
              {scope ? reachWords[scope] : noReach}
            </td>
          )
        })}
      </tr>
    ))}
  </tbody>
)
