import type { Standard } from '@vermilion/contract/data-evaluations/standards'
import { formatNumber, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { Tag } from '#ui/feedback/status.tsx'
import { RowMenu } from '#ui/menu/row-menu.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import styles from './standards.module.css'
import { text } from './text.ts'

interface StandardActions {
  onOpen: (standard: Standard) => void
  onCopy: (standard: Standard) => void
  onDelete: (standard: Standard) => void
}

export function useStandardColumns({ onOpen, onCopy, onDelete }: StandardActions): Column<Standard>[] {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  return [
    {
      key: 'name',
      title: t('name'),
      cell: (standard) => (
        <TwoLines
          first={
            <button type="button" className="plain-button text-left hover-underline" onClick={() => onOpen(standard)}>
              {standard.name}
            </button>
          }
          second={
            <span className={styles['words']} title={standard.description}>
              {standard.description}
            </span>
          }
        />
      ),
    },
    { key: 'kind', title: t('kind'), width: 110, cell: ({ builtIn }) => <Tag>{t(builtIn ? 'readyMade' : 'own')}</Tag> },
    {
      key: 'version',
      title: t('version'),
      numeric: true,
      width: 84,
      cell: ({ version }) => formatNumber(version, language),
    },
    {
      key: 'criteria',
      title: t('criteria'),
      numeric: true,
      width: 84,
      cell: ({ criteria }) => formatNumber(criteria.length, language),
    },
    {
      key: 'createdBy',
      title: t('createdBy'),
      width: 110,
      wide: true,
      cell: ({ createdBy }) => createdBy ?? unknownValue,
    },
    { key: 'changed', title: t('changed'), width: 130, wide: true, cell: ({ updatedAt }) => <Ago time={updatedAt} /> },
    {
      key: 'menu',
      title: '',
      width: 48,
      cell: (standard) => (
        <RowMenu
          label={t('actions', standard)}
          actions={[
            { key: 'open', words: t(standard.builtIn ? 'view' : 'edit'), run: () => onOpen(standard) },
            { key: 'copy', words: t('copy'), run: () => onCopy(standard) },
            ...(standard.builtIn
              ? []
              : [{ key: 'delete', words: t('delete'), danger: true, run: () => onDelete(standard) } as const]),
          ]}
        />
      ),
    },
  ]
}
