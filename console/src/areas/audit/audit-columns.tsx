import { type AuditEntry, type AuditGroup } from '@vermilion/contract/accounts/audit'
import Button from 'antd/es/button'
import { localize, useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Time } from '#ui/moment.tsx'
import { Person } from '#ui/person/avatar.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import styles from './audit.module.css'
import { ObjectCell } from './object-cell.tsx'
import { Outcome } from './outcome.tsx'
import { text } from './text.ts'
import type { Unfolding } from './unfolding.ts'

export function useColumns(open: (entry: AuditEntry) => void, unfolding: Unfolding): Column<AuditGroup>[] {
  const t = useText(text)
  return [
    {
      key: 'action',
      title: t('action'),
      cell: (group) => <ActionCell group={group} onOpen={() => open(group)} unfolding={unfolding} />,
    },
    {
      key: 'object',
      title: t('object'),
      width: 300,
      half: 'start',
      cell: (group) => <ObjectCell entry={group} others={group.objectCount - 1} />,
    },
    {
      key: 'outcome',
      title: t('outcome'),
      width: 170,
      half: 'end',
      cell: ({ error }) =>
        error === null ? <Outcome error={error} /> : <TwoLines first={<Outcome error={error} />} second={error} />,
    },
    {
      key: 'account',
      title: t('account'),
      sort: 'account',
      width: 160,
      half: 'start',
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
      half: 'end',
      cell: ({ createdAt }) => <Time time={createdAt} />,
    },
    { key: 'address', title: t('address'), width: 130, wide: true, cell: ({ address }) => address },
  ]
}

interface ActionCellProps {
  group: AuditGroup
  onOpen: () => void
  unfolding: Unfolding
}

function ActionCell({ group: { id, summary, description, count }, onOpen, unfolding }: ActionCellProps) {
  const t = useText(text)
  const language = useSystem(({ lang }) => lang)
  return (
    <span className="row gap-8 min-width-0">
      <Button
        type="text"
        size="small"
        className={styles['action'] ?? ''}
        title={localize(description, language)}
        onClick={onOpen}
      >
        {localize(summary, language)}
      </Button>
      {count > 1 && (
        <button
          type="button"
          className={`${styles['count']} rigid min-height-24 padding-0-8 border-0 pill ground-secondary text-secondary font-12 tabular cursor-pointer`}
          aria-expanded={unfolding.has(id)}
          aria-label={t('unfold', { count })}
          onClick={() => unfolding.toggle(id)}
        >
          {t('times', { count })}
        </button>
      )}
    </span>
  )
}
