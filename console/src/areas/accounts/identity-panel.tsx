import { accountEndpoints } from '@vermilion/contract/accounts'
import { identityEndpoints } from '@vermilion/contract/accounts/identities'
import type { EndpointResponse } from '@vermilion/contract/kernel/endpoint'
import Button from 'antd/es/button'
import { call } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { Ago, Time } from '#ui/moment.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { Facts, Panel } from '#ui/page/page.tsx'
import { useAction } from '#ui/feedback/use-action.ts'
import { accountText } from './account-text.ts'
import styles from './account.module.css'
import { leaveFor } from './identity-return.ts'

const { getIdentity, startIdentityLink, unlinkIdentity } = identityEndpoints

/** The identity that signs this account in beside or instead of a password. */
export function IdentityPanel({ state }: { state: EndpointResponse<typeof getIdentity> }) {
  const t = useText(accountText)
  const { identity, canUsePassword } = state
  const provider = state.provider ?? ''
  const [isLinking, link] = useAction(async () => leaveFor((await call(startIdentityLink, {})).address))
  const unlink = () =>
    confirm({
      title: t('unlinkTitle', { provider }),
      body: t('unlinkBody', { provider }),
      action: t('unlink'),
      danger: true,
      run: () => call(unlinkIdentity, {}),
      done: t('unlinked'),
      stale: [getIdentity.path, accountEndpoints.me.path],
    })
  return (
    <Panel
      title={t('identity')}
      extra={
        identity === null ? (
          <Button size="small" loading={isLinking} onClick={() => link()}>
            {t('linkWith', { provider })}
          </Button>
        ) : (
          canUsePassword && (
            <Button size="small" onClick={unlink}>
              {t('unlink')}
            </Button>
          )
        )
      }
    >
      <p className={`${styles['words']} text-secondary`}>
        {t(identity === null ? 'identityNone' : canUsePassword ? 'identityBeside' : 'identityAlone', { provider })}
      </p>
      {identity !== null && (
        <Facts
          facts={[
            [t('identityName', { provider }), identity.name],
            [t('linkedAt'), <Time key="linked" time={identity.linkedAt} />],
            [t('lastUsed'), identity.usedAt === null ? t('neverUsed') : <Ago key="used" time={identity.usedAt} />],
          ]}
        />
      )}
    </Panel>
  )
}
