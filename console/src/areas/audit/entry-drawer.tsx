import type { AuditEntry } from '@vermilion/contract/accounts/audit'
import { auditSubjectKindOf } from '@vermilion/contract/accounts/audit-subjects'
import Drawer from 'antd/es/drawer'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Time } from '#ui/moment.tsx'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Facts } from '#ui/page/page.tsx'
import { Outcome } from './outcome.tsx'
import { SubjectLink } from './subject-link.tsx'
import { subjectText } from './subject-text.ts'
import { text } from './text.ts'

export function EntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const t = useText(text)
  const language = useSystem(({ lang }) => lang)
  useFocusBack()
  const { createdAt, account, credential, tokenName, address, action, objects, subjects, error, requestId } = entry
  const [subject] = subjects
  const kinds = useText(subjectText)
  const keyWords = (name: string) => {
    const kind = auditSubjectKindOf(name)
    return kind === undefined ? (name === 'name' ? t('nameThen') : name) : t('idOf', { kind: kinds(kind) })
  }
  const signedIn = credential === 'session' ? t('session') : t('accessToken', { name: tokenName ?? '' })
  return (
    <Drawer
      open
      title={t('entry')}
      size={560}
      onClose={onClose}
      mask={{ closable: true }}
      extra={<CopyButton content={JSON.stringify(entry, null, 2)} label={t('entry')} />}
    >
      <h2 className="margin-bottom-4 font-16 weight-500">{localize(entry.summary, language)}</h2>
      <p className="margin-bottom-16 text-secondary">{localize(entry.description, language)}</p>
      <Facts
        facts={[
          [t('outcome'), <Outcome key="outcome" error={error} />],
          ...(error === null ? [] : ([[t('error'), <code key="error">{error}</code>]] as const)),
          ...subjects.map(
            (one) =>
              [
                one.kind === 'account' ? t('object') : kinds(one.kind),
                <SubjectLink key={one.id} subject={one} />,
              ] as const,
          ),
          [t('time'), <Time key="time" time={createdAt} />],
          [t('account'), account ?? t('nobody')],
          ...(credential === null ? [] : ([[t('by'), signedIn]] as const)),
          [t('address'), address],
          [t('endpoint'), <code key="endpoint">{action}</code>],
          ...Object.entries(objects).map(([name, value]) => [keyWords(name), <code key={name}>{value}</code>] as const),
          [t('requestId'), <code key="request">{requestId}</code>],
        ]}
      />
      <div className="flex wrap gap-8 margin-top-24">
        {subject !== undefined && (
          <LinkButton to="/audit" search={{ search: subject.id }} onClick={onClose}>
            {t('sameObject')}
          </LinkButton>
        )}
        {account !== null && (
          <LinkButton to="/audit" search={{ account }} onClick={onClose}>
            {t('sameAccount', { account })}
          </LinkButton>
        )}
      </div>
    </Drawer>
  )
}
