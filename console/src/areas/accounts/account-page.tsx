import { accountEndpoints } from '@vermilion/contract/accounts'
import { identityEndpoints } from '@vermilion/contract/accounts/identities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { Time } from '#ui/moment.tsx'
import { Person } from '#ui/person/avatar.tsx'
import { Facts, Panel } from '#ui/page/page.tsx'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { accountText } from './account-text.ts'
import { IdentityPanel } from './identity-panel.tsx'
import { offer } from './identity-return.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'

export function AccountPage() {
  const t = useText(accountText)
  const me = useQuery(read(accountEndpoints.me, {}))
  const identity = useQuery({ ...read(identityEndpoints.getIdentity, {}), enabled: offer !== undefined })
  return (
    <div>
      <Panel title={t('account')}>
        {me.data === undefined && me.error !== null ? (
          <ProblemState problem={me.error} onRetry={() => void me.refetch()} />
        ) : (
          <Facts
            facts={[
              [t('username'), me.data === undefined ? <Bone width={90} /> : <Person username={me.data.username} />],
              [t('since'), me.data === undefined ? <Bone width={140} /> : <Time time={me.data.createdAt} />],
            ]}
          />
        )}
      </Panel>
      {identity.error !== null && identity.data === undefined && (
        <ProblemState problem={identity.error} onRetry={() => void identity.refetch()} />
      )}
      {identity.data !== undefined && <IdentityPanel state={identity.data} />}
      {(offer === undefined || identity.data?.canUsePassword === true) && (
        <PasswordForm username={me.data?.username ?? ''} />
      )}
      <SessionsPanel />
      <TokensPanel />
    </div>
  )
}
