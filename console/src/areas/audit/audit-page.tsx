import { type AuditEntry, auditEndpoints } from '@vermilion/contract/accounts/audit'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import Button from 'antd/es/button'
import { useState } from 'react'
import { addressOf } from '#lib/api.ts'
import { sayText, useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { ListPage } from '#ui/list/list-page.tsx'
import { spanOf } from '#ui/list/list-search.ts'
import { useList } from '#ui/list/list-source.ts'
import { Time } from '#ui/moment.tsx'
import { usePageTrail } from '#ui/page/breadcrumb.ts'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { Person } from '#ui/person/avatar.tsx'
import styles from './audit.module.css'
import { EntryDrawer } from './entry-drawer.tsx'
import { ObjectCell } from './object-cell.tsx'
import { Outcome } from './outcome.tsx'
import { outcomes } from './search.ts'
import { shortSummary } from './short-summary.ts'
import { resourceText, text } from './text.ts'

/** Who changed what, with filters, and as a file. */
export function AuditPage() {
  const t = useText(text)
  const kindOf = useKindNames()
  const language = useSystem(({ lang }) => lang)
  const search = useSearch({ from: '/shell/audit' })
  const [entry, setEntry] = useState<AuditEntry>()
  const { data: choices } = useQuery(read(auditEndpoints.readAuditChoices, {}))
  const { from, to, cursor: _cursor, sort: _sort, tags: _tags, ...filters } = search
  const file = addressOf(auditEndpoints.exportAuditEntries, {
    query: { ...filters, ...spanOf({ from, to }), language },
  })
  usePageTrail({ words: t('title') })
  return (
    <ListPage
      name="audit"
      title={t('title')}
      list={useList(auditEndpoints.listAuditEntries, search)}
      columns={useColumns(setEntry)}
      rowKey={({ id }) => id}
      nameOf={({ summary }) => sayText(summary, language)}
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
      empty={{ title: t('empty'), words: t('emptyWords') }}
      noMatch={t('noMatch')}
    >
      {entry !== undefined && <EntryDrawer entry={entry} onClose={() => setEntry(undefined)} />}
    </ListPage>
  )
}

function useColumns(open: (entry: AuditEntry) => void): Column<AuditEntry>[] {
  const t = useText(text)
  const language = useSystem(({ lang }) => lang)
  return [
    {
      key: 'action',
      title: t('action'),
      cell: (entry) => (
        <Button
          type="text"
          size="small"
          className={styles['action'] ?? ''}
          title={sayText(entry.summary, language)}
          onClick={() => open(entry)}
        >
          {shortSummary(sayText(entry.summary, language))}
        </Button>
      ),
    },
    {
      key: 'object',
      title: t('object'),
      width: 240,
      cell: (entry) => <ObjectCell entry={entry} />,
    },
    {
      key: 'account',
      title: t('account'),
      sort: 'account',
      width: 150,
      cell: ({ account, tokenName }) => (
        <>
          {account === null ? t('nobody') : <Person username={account} />}
          {tokenName !== null && ` · ${tokenName}`}
        </>
      ),
    },
    {
      key: 'createdAt',
      title: t('time'),
      sort: '-createdAt',
      width: 190,
      cell: ({ createdAt }) => <Time time={createdAt} />,
    },
    {
      key: 'outcome',
      title: t('outcome'),
      width: 150,
      cell: ({ error }) =>
        error === null ? <Outcome error={error} /> : <TwoLines first={<Outcome error={error} />} second={error} />,
    },
    { key: 'address', title: t('address'), width: 130, wide: true, cell: ({ address }) => address },
  ]
}

/** Names of kinds of objects; one of a newer version stands as it is. */
function useKindNames(): (resource: string) => string {
  const t = useText(resourceText)
  const isNamed = (resource: string): resource is keyof typeof resourceText.en => resource in resourceText.en
  return (resource) => (isNamed(resource) ? t(resource) : resource)
}
