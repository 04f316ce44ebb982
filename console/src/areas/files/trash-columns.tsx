import type { TrashedFile } from '@vermilion/contract/files/trash'
import Button from 'antd/es/button'
import type { Translate } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import { DaysLeft } from '#ui/days-left.tsx'
import { Ago } from '#ui/moment.tsx'
import type { Column } from '#ui/table/column.ts'
import { TwoLines } from '#ui/table/data-table.tsx'
import { SizeCell } from '#ui/table/size-cell.tsx'
import type { dialogText } from './dialogs/dialog-text.ts'

export function trashColumns<File extends TrashedFile>(
  t: Translate<typeof dialogText.en>,
  restore: (file: File) => void,
  more: readonly Column<File>[] = [],
): Column<File>[] {
  return [
    {
      key: 'name',
      title: t('name'),
      cell: ({ name, path }) => <TwoLines first={visibleName(name)} second={visibleName(path)} />,
    },
    ...more,
    {
      key: 'size',
      title: t('size'),
      numeric: true,
      width: 110,
      card: 'line',
      cell: ({ size }) => (
        <span>
          <SizeCell bytes={size} />
        </span>
      ),
    },
    {
      key: 'deletedAt',
      title: t('deletedAt'),
      width: 150,
      card: 'line',
      cell: ({ deletedAt }) => <Ago time={deletedAt} />,
    },
    {
      key: 'deletedBy',
      title: t('deletedBy'),
      width: 140,
      wide: true,
      cell: ({ deletedBy }) => visibleName(deletedBy),
    },
    {
      key: 'left',
      title: t('daysLeft'),
      width: 120,
      card: 'line',
      cell: ({ purgedAt }) => <DaysLeft until={purgedAt} />,
    },
    {
      key: 'restore',
      title: '',
      width: 110,
      cell: (file) => (
        <Button size="small" aria-label={t('restoreOf', { name: file.name })} onClick={() => restore(file)}>
          {t('restore')}
        </Button>
      ),
    },
  ]
}
