import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type AccessToken, accountEndpoints } from '@vermilion/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useState } from 'react'
import { call } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { read, refresh } from '#lib/query.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { Ago, Time, useNow } from '#ui/moment.tsx'
import { Panel } from '#ui/page/page.tsx'
import { ProblemState } from '#ui/feedback/states.tsx'
import { Status } from '#ui/feedback/status.tsx'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { type MadeToken, NewSecret } from './new-secret.tsx'
import { RowBones } from './row-skeleton.tsx'
import { CreateToken } from './token-form.tsx'

const { listAccessTokens, revokeAccessToken } = accountEndpoints

/** Milliseconds before the expiry from which a token is marked as expiring soon. */
const soon = 7 * 24 * 3_600_000

export function TokensPanel() {
  const t = useText(accountText)
  const tokens = useQuery(read(listAccessTokens, {}))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const items = tokens.data?.items
  const list = (
    <ul className={styles['rows']} aria-label={t('tokens')} aria-busy={items === undefined}>
      {items === undefined ? <RowBones count={1} /> : items.map((token) => <Row key={token.id} token={token} />)}
    </ul>
  )
  return (
    <Panel
      title={t('tokens')}
      extra={
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
          {t('createToken')}
        </Button>
      }
    >
      <p className={`${styles['words']} text-secondary`}>{t('tokensWords')}</p>
      {made !== null && <NewSecret key={made.secret} made={made} onDone={() => setMade(null)} />}
      {items === undefined && tokens.error !== null ? (
        <ProblemState problem={tokens.error} onRetry={() => void tokens.refetch()} />
      ) : items?.length === 0 ? (
        <p className="text-tertiary">{t('noTokens')}</p>
      ) : (
        list
      )}
      {creating && (
        <CreateToken
          onClose={() => setCreating(false)}
          onMade={(token) => {
            setCreating(false)
            setMade(token)
            void refresh(listAccessTokens.path)
          }}
        />
      )}
    </Panel>
  )
}

function Row({ token }: { token: AccessToken }) {
  const t = useText(accountText)
  const { name, scope, createdAt, expiresAt, usedAt } = token
  const now = useNow()
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - now
  return (
    <li className="row gap-16 border-top">
      <div className="grow min-width-0">
        <div className="wrapping-row gap-2-10 weight-500 break-anywhere">
          {name}
          {left <= 0 ? (
            <Status tone="bad">{t('expired')}</Status>
          ) : (
            left < soon && <Status tone="warning">{t('expiresSoon')}</Status>
          )}
        </div>
        <div className="faint flex wrap gap-0-16 tabular">
          {scope === 'read-only' && <span>{t('readOnly')}</span>}
          <span>{usedAt === null ? t('neverUsed') : [t('lastUsed'), ' ', <Ago key="used" time={usedAt} />]}</span>
          <span>
            {expiresAt === null
              ? t('neverExpires')
              : [t(left <= 0 ? 'expiredSince' : 'expires'), ' ', <Time key="end" time={expiresAt} />]}
          </span>
          <span>
            {t('created')} <Ago time={createdAt} />
          </span>
        </div>
      </div>
      <Button size="small" onClick={() => askToRevoke(token, t)} aria-label={t('revokeNamed', { name })}>
        {t('revoke')}
      </Button>
    </li>
  )
}

function askToRevoke({ id, name }: AccessToken, t: Translate<typeof accountText.en>): void {
  confirm({
    title: t('revokeTokenTitle', { name }),
    body: t('revokeTokenBody'),
    action: t('revoke'),
    danger: true,
    run: () => call(revokeAccessToken, { params: { tokenId: id } }),
    done: t('tokenRevoked'),
    stale: [listAccessTokens.path],
  })
}
