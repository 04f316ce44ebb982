import type { ItemStatus } from '@vermilion/contract/dataset-items'
import type { Dataset } from '@vermilion/contract/datasets'
import { Link, useNavigate } from '@tanstack/react-router'
import Segmented from 'antd/es/segmented'
import { useText } from '#lib/i18n.ts'
import styles from './datasets.module.css'
import { text } from './text.ts'

interface ItemFiltersProps {
  dataset: Dataset
  status: ItemStatus | undefined
  labelId: string | undefined
}

/** Which images are shown: by how far they are, and by a label that occurs on them. */
export function ItemFilters({ dataset, status, labelId }: ItemFiltersProps) {
  const t = useText(text)
  const navigate = useNavigate({ from: '/data-set/list/file/$id' })
  const { fileCount, labeledCount, labels } = dataset
  return (
    <>
      <Segmented<'all' | ItemStatus>
        aria-label={t('items')}
        value={status ?? 'all'}
        onChange={(value) =>
          void navigate({
            search: (now) => ({ ...now, status: value === 'all' ? undefined : value }),
            replace: true,
          })
        }
        options={[
          { value: 'all', label: `${t('all')} ${fileCount}` },
          { value: 'to-label', label: `${t('unlabeledOnly')} ${fileCount - labeledCount}` },
          { value: 'labeled', label: `${t('labeledOnly')} ${labeledCount}` },
        ]}
      />
      <ul className={styles['legend']} aria-label={t('labels')}>
        {labels.map(({ id, name, colour }) => (
          <li key={id}>
            <Link
              from="/data-set/list/file/$id"
              to="."
              search={(now) => ({ ...now, label: id === labelId ? undefined : id })}
              replace
              aria-current={id === labelId}
              title={t(id === labelId ? 'anyLabel' : 'onlyLabel', { name })}
            >
              <i style={{ background: colour }} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
