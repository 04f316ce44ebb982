import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import type { DeviceFile } from '@vermilion/contract/devices/files'
import { displayName } from '@vermilion/contract/devices/file-paths'
import { useMemo } from 'react'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { FileColumn } from '#ui/files/grid/file-row.tsx'
import { Time } from '#ui/moment.tsx'
import { filesText } from './text.ts'

export const opensAsFolder = ({ type, target }: DeviceFile): boolean => type === 'folder' || target === 'folder'
export const isReadable = ({ type, target }: DeviceFile): boolean => type === 'file' || target === 'file'

export function useColumns(): readonly FileColumn<DeviceFile>[] {
  const t = useText(filesText)
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: 'minmax(0, 3fr)',
        sort: 'name',
        cell: (file) => <NameCell file={file} />,
      },
      {
        key: 'size',
        title: t('size'),
        width: '110px',
        numeric: true,
        sort: 'size',
        cell: (file) => (opensAsFolder(file) ? '' : formatSize(file.size)),
      },
      {
        key: 'permissions',
        title: t('permissions'),
        width: '120px',
        from: 760,
        cell: ({ mode }) => <code>{mode === null ? unknownValue : permissionsOf(mode)}</code>,
      },
      {
        key: 'modifiedAt',
        title: t('changed'),
        width: '180px',
        sort: 'modifiedAt',
        from: 540,
        cell: ({ modifiedAt }) => (modifiedAt === null ? unknownValue : <Time time={modifiedAt} />),
      },
    ],
    [t],
  )
}

function NameCell({ file }: { file: DeviceFile }) {
  const t = useText(filesText)
  const { name, path, type, target } = file
  const shownName = visibleName(displayName(name))
  const Icon = opensAsFolder(file) ? FolderFilled : target === 'missing' ? WarningOutlined : FileOutlined
  return (
    <span className="row gap-10 min-width-0" title={visibleName(path)}>
      <Icon aria-hidden />
      <span className="clip min-width-0 weight-500 text-ellipsis white-space-pre">{shownName}</span>
      {type === 'link' && (
        <small className="text-tertiary nowrap">
          <LinkOutlined aria-hidden /> {t(target === 'missing' ? 'linkBroken' : 'linkTo')}
        </small>
      )}
      {type === 'other' && <small className="text-tertiary nowrap">{t('special')}</small>}
    </span>
  )
}

function permissionsOf(mode: number): string {
  return [6, 3, 0]
    .map((shift) => ['r', 'w', 'x'].map((letter, bit) => ((mode >> shift) & (4 >> bit) ? letter : '-')).join(''))
    .join('')
}
