import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ClubSystem } from '#contract/club-system.ts'
import { connectionStates } from '#contract/words/club-system.ts'
import { ActsLink, LastChange } from '~/auth/record-links'
import { lazyPart } from '~/components/lazy-part'
import { Fact, Facts } from '~/components/record/facts'
import { LoadedRecord, RecordPage } from '~/components/record/record-page'
import { relatedLook } from '~/components/record/related'
import { Button, buttonVariants } from '~/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '~/components/ui/card'
import { Chip } from '~/components/ui/chip'
import { settingsPage } from '~/frame/settings-page'
import { clubSystemQuery } from './queries'

const ConnectForm = lazyPart(() => import('./connect-form'))
const DisconnectDialog = lazyPart(() => import('./disconnect-dialog'), { missing: 'notice' })
// Only where a club system is connected, or its files were read.
// Only where data of files were here first.
const Merge = lazyPart(() => import('./merge'), { missing: 'notice' })
const Sync = lazyPart(() => import('./sync'))
const WebhookCard = lazyPart(() => import('./webhook-card'))
const Mapping = lazyPart(() => import('./mapping'))

const title = '会員管理システム'
const tones = { connected: 'positive', expired: 'warning', disconnected: 'neutral' } as const

/** The connection with the club system, and what its studios and instructors are here. */
export const ClubSystemPage = () => (
  <LoadedRecord query={clubSystemQuery} list={settingsPage} title={title} noun={title}>
    {(system) => {
      const state = system.connection?.state ?? 'disconnected'
      return (
        <RecordPage
          list={settingsPage}
          title={title}
          state={<Chip tone={tones[state]}>{connectionStates[state]}</Chip>}
          related={
            <>
              {(system.connection || system.hasRuns) && (
                <Link to="/other-settings/club-system/reconcile" className={relatedLook}>
                  数字の突き合わせ
                </Link>
              )}
              <ActsLink resourceType="clubSystem" />
            </>
          }
        >
          <div className="space-y-6 pb-12">
            <p className="text-sm">
              会員管理システム（hacomono）と接続し、スタジオがどの店舗か、インストラクターがどのスタッフかを回答すると、会員・契約・予約・売上などを毎晩取得します。
            </p>
            <Connection system={system} />
            {system.connection && <Merge />}
            {(system.connection || system.hasRuns) && <Sync />}
            {system.webhook && <WebhookCard webhook={system.webhook} />}
            {system.connection && <Mapping key={system.connection.brandCode} isConnected={state === 'connected'} />}
          </div>
        </RecordPage>
      )
    }}
  </LoadedRecord>
)

/** What may be done next: one thing at a time. */
function Connection({ system }: { system: ClubSystem }) {
  const { connection, holdsDemo, missing, hasSecondFactor } = system
  if (connection?.state === 'connected') return <Connected system={system} connection={connection} />
  if (holdsDemo) return <DemoHere />
  if (missing.length > 0) return <SettingsMissing missing={missing} redirectUri={system.redirectUri} />
  if (!hasSecondFactor) return <SetUpFirst />
  return (
    <Card>
      <CardHeader>
        <CardTitle>{connection?.state === 'expired' ? '再接続' : '接続'}</CardTitle>
      </CardHeader>
      <CardContent>
        {connection?.state === 'expired' && (
          <p role="alert" className="mb-4 rounded-md bg-danger-surface px-4 py-2.5 text-sm text-bad">
            会員管理システムの許可が切れています。もう一度接続してください。対応付けの回答は残っています。
          </p>
        )}
        <ConnectForm system={system} />
      </CardContent>
    </Card>
  )
}

const DemoHere = () => (
  <Card>
    <CardHeader>
      <CardTitle>見本のデータには接続できません</CardTitle>
    </CardHeader>
    <CardContent className="space-y-2 text-sm">
      <p>見本の会員と実際の会員が混ざらないように、見本のデータが入っているあいだは接続できません。</p>
      <p>空の状態から始めるには、サーバーの運用担当者に依頼してください。</p>
    </CardContent>
  </Card>
)

const SettingsMissing = ({ missing, redirectUri }: Pick<ClubSystem, 'missing' | 'redirectUri'>) => (
  <Card>
    <CardHeader>
      <CardTitle>サーバーの設定が必要です</CardTitle>
    </CardHeader>
    <CardContent className="space-y-3 text-sm">
      <p>
        サーバーの管理者が次の環境変数を設定し、再起動すると接続できます。値は会員管理システムの提供元から受け取ります。
      </p>
      <ul className="list-disc space-y-1 pl-5">
        {missing.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <p>
        提供元に登録する、戻り先のアドレス: <code className="wrap-anywhere">{redirectUri}</code>
      </p>
    </CardContent>
  </Card>
)

const SetUpFirst = () => (
  <Card>
    <CardHeader>
      <CardTitle>先に2段階認証を設定してください</CardTitle>
    </CardHeader>
    <CardContent className="space-y-4 text-sm">
      <p>全店舗のデータに関わるため、認証アプリのコードで本人を確認します。</p>
      <Link to="/account" className={buttonVariants()}>
        アカウント設定へ
      </Link>
    </CardContent>
  </Card>
)

interface ConnectedProps {
  system: ClubSystem
  connection: NonNullable<ClubSystem['connection']>
}

function Connected({ system: { addresses }, connection }: ConnectedProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  const { brandCode, connectedAt, connectedBy } = connection
  return (
    <Card>
      <CardHeader>
        <CardTitle>接続</CardTitle>
      </CardHeader>
      <CardContent className="space-y-4">
        <Facts>
          <Fact label="ブランドコード">{brandCode}</Fact>
          <Fact label="API">
            <span className="wrap-anywhere">{addresses.api.replace('{brand}', brandCode)}</span>
          </Fact>
          <Fact label="管理画面">
            <span className="wrap-anywhere">{addresses.admin.replace('{brand}', brandCode)}</span>
          </Fact>
          <Fact label="接続した日時">
            <LastChange at={connectedAt} by={connectedBy} />
          </Fact>
        </Facts>
        <Button variant="outline" onClick={() => setIsLeaving(true)}>
          接続を解除する
        </Button>
      </CardContent>
      {isLeaving && <DisconnectDialog brandCode={brandCode} onClose={() => setIsLeaving(false)} />}
    </Card>
  )
}
