import { type AuditEntry, auditEndpoints, type AuditGroup } from '@vermilion/contract/accounts/audit'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { localize, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { spanOf } from '#ui/list/list-search.ts'
import { useList } from '#ui/list/list-source.ts'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import { useColumns } from './audit-columns.tsx'
import { auditSubjectKindOf } from '@vermilion/contract/accounts/audit-subjects'
import Drawer from 'antd/es/drawer'
import { CopyButton } from '#ui/clipboard/copy-button.tsx'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { LinkButton } from '#ui/page/link-button.tsx'
import { Facts } from '#ui/page/page.tsx'
import { Outcome } from './outcome.tsx'
import { SubjectLink } from './subject-link.tsx'
import { subjectText } from './subject-text.ts'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import type { EndpointInput } from '@vermilion/contract/kernel/endpoint'
import { Bone, ProblemState } from '#ui/feedback/states.tsx'
import { Time } from '#ui/moment.tsx'
import { ObjectCell } from './object-cell.tsx'
import { outcomes } from './search.ts'
import { resourceText, text } from './text.ts'
import { useUnfolding } from './unfolding.ts'
import styles from './audit.module.css'

export function AuditPage() {
  const t = useText(text)
  const kindOf = useKindNames()
  const language = useSystem(({ lang }) => lang)
  const search = useSearch({ from: '/shell/audit' })
  const [entry, setEntry] = useState<AuditEntry>()
  const unfolding = useUnfolding()
  const { data: choices } = useQuery(read(auditEndpoints.readAuditChoices, {}))
  const { from, to, cursor: _cursor, sort: _sort, tags: _tags, ...filters } = search
  const narrowed = { ...filters, ...spanOf({ from, to }) }
  const file = addressOf(auditEndpoints.exportAuditEntries, { query: { ...narrowed, language } })
  usePageTrail({ text: t('title') })
  return (
    <ListPage
      name="audit"
      title={t('title')}
      list={useList(auditEndpoints.listAuditGroups, search)}
      columns={useColumns(setEntry, unfolding)}
      renderBelow={(group) =>
        group.count > 1 && unfolding.has(group.id) ? (
          <GroupEntries group={group} filters={narrowed} onOpen={setEntry} />
        ) : null
      }
      rowKey={({ id }) => id}
      nameOf={({ summary }) => localize(summary, language)}
      onRow={setEntry}
      searchLabel={t('search')}
      failure={t('failed')}
      filters={[
        {
          kind: 'choice',
          key: 'account',
          label: t('account'),
          all: t('allAccounts'),
          options: (choices?.accounts ?? []).map((account) => ({ value: account, label: account })),
        },
        {
          kind: 'choice',
          key: 'resource',
          label: t('resource'),
          all: t('allResources'),
          options: (choices?.resources ?? []).map((resource) => ({ value: resource, label: kindOf(resource) })),
        },
        {
          kind: 'choice',
          key: 'outcome',
          label: t('outcome'),
          all: t('allOutcomes'),
          options: outcomes.map((outcome) => ({ value: outcome, label: t(outcome) })),
        },
        { kind: 'created' },
      ]}
      more={
        <Button href={file} download icon={<DownloadOutlined aria-hidden />}>
          {t('export')}
        </Button>
      }
      empty={{ title: t('empty'), text: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {entry !== undefined && <EntryDrawer entry={entry} onClose={() => setEntry(undefined)} />}
    </ListPage>
  )
}

function useKindNames(): (resource: string) => string {
  const t = useText(resourceText)
  const isNamed = (resource: string): resource is keyof typeof resourceText.en => resource in resourceText.en
  return (resource) => (isNamed(resource) ? t(resource) : resource)
}

interface GroupEntriesProps {
  group: AuditGroup
  filters: EndpointInput<typeof auditEndpoints.listAuditEntries>['query']
  onOpen: (entry: AuditEntry) => void
}

function GroupEntries({ group: { id, count, summary }, filters, onOpen }: GroupEntriesProps) {
  const t = useText(text)
  const language = useSystem(({ lang }) => lang)
  const query = { ...filters, group: id, limit: maximumPageSize }
  const { data, error, refetch } = useQuery(read(auditEndpoints.listAuditEntries, { query }))
  if (error !== null) return <ProblemState problem={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Bone width="60%" style={{ margin: 14 }} />
  return (
    <ol className={`${styles['entries']} ground-quaternary scroll-y`} aria-label={t('unfold', { count })}>
      {data.items.map((entry) => (
        <li
          className="grid align-center min-height-36"
          style={{ gridTemplateColumns: '176px minmax(0, 1fr)', paddingBlock: 4 }}
          key={entry.id}
        >
          <Button type="text" size="small" className={styles['moment'] ?? ''} onClick={() => onOpen(entry)}>
            <span className="visually-hidden">{localize(summary, language)}</span>
            <Time time={entry.createdAt} />
          </Button>
          <ObjectCell entry={entry} />
        </li>
      ))}
      {data.total > data.items.length && (
        <li
          className="block text-tertiary align-center min-height-36"
          style={{ gridTemplateColumns: '176px minmax(0, 1fr)', paddingBlock: 4 }}
        >
          {t('newest', { shown: data.items.length, count: data.total })}
        </li>
      )}
    </ol>
  )
}

function EntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
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
