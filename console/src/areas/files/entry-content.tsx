import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import type { SpaceFile } from '@vermilion/contract/files'
import { useMemo, useState } from 'react'
import { formatSize, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { FileColumn } from '#ui/files/grid/file-row.tsx'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import { Ago } from '#ui/moment.tsx'
import { SizeCell } from '#ui/table/size-cell.tsx'
import { type Entry, isFolder } from './entry.ts'
import { useFileContent } from './file-content.ts'
import styles from './files.module.css'
import { filterText } from './filter/filter-text.ts'
import { thumbnailOf } from './preview/addresses.ts'
import { hasPicture } from './preview/picture-types.ts'
import { text } from './text.ts'

const icons = {
  image: PictureOutlined,
  video: VideoCameraOutlined,
  audio: CustomerServiceOutlined,
  text: FileTextOutlined,
  archive: FileZipOutlined,
  other: FileOutlined,
} as const satisfies Record<SpaceFile['kind'], typeof FileOutlined>

function Icon({ entry }: { entry: Entry }) {
  if (isFolder(entry)) return <FolderFilled className={styles['folder']} aria-hidden />
  const EntryContent = icons[entry.kind]
  return <EntryContent aria-hidden />
}

export function useEntryContent(recursive: boolean) {
  const t = useText(text)
  const files = useFileContent()
  return useMemo(
    () => ({
      cell(entry: Entry, view: FileView): CellContent {
        const icon = <Icon entry={entry} />
        if (!isFolder(entry)) {
          const content = files.cell(entry, view)
          const above = entry.path.slice(0, -entry.name.length - 1)
          const caption = recursive && above !== '' ? `${above} · ${formatSize(entry.size)}` : content.caption
          return { icon, ...content, caption }
        }
        const caption = t('filesIn', { count: entry.fileCount })
        return { name: entry.name, path: entry.path, caption, picture: null, icon }
      },
      preview(entry: Entry) {
        if (!isFolder(entry)) return files.preview(entry)
        return { name: entry.name, path: entry.path, details: [], picture: null, download: null }
      },
    }),
    [t, files, recursive],
  )
}

export function useColumns(recursive: boolean): readonly FileColumn<Entry>[] {
  const t = useText(text)
  const texts = useText(filterText)
  return useMemo(() => {
    const ofFile = (cell: (file: SpaceFile) => React.ReactNode) => (entry: Entry) =>
      isFolder(entry) ? '' : cell(entry)
    return [
      {
        key: 'name',
        title: texts('name'),
        width: 'minmax(0, 2fr)',
        sort: 'name',
        cell: (entry) => <NameCell entry={entry} recursive={recursive} />,
      },
      {
        key: 'size',
        title: texts('size'),
        width: '104px',
        numeric: true,
        sort: 'size',
        cell: (entry) => <SizeCell bytes={isFolder(entry) ? entry.totalSize : entry.size} />,
      },
      {
        key: 'kind',
        title: texts('kind'),
        width: '100px',
        sort: 'kind',
        from: 640,
        cell: (entry) => (isFolder(entry) ? t('folder') : texts(entry.kind)),
      },
      {
        key: 'dimensions',
        title: texts('dimensions'),
        width: '124px',
        numeric: true,
        from: 760,
        cell: ofFile(({ width, height }) =>
          width === null || height === null ? '' : t('dimensions', { width: `${width}`, height: `${height}` }),
        ),
      },
      {
        key: 'tags',
        title: texts('tags'),
        width: 'minmax(0, 1fr)',
        from: 860,
        cell: ofFile(({ tags }) => <span title={tags.join('; ')}>{tags.join('; ')}</span>),
      },
      {
        key: 'score',
        title: texts('score'),
        width: '84px',
        numeric: true,
        sort: 'score',
        from: 980,
        cell: ofFile(({ score }) => (score === null ? unknownValue : score.toFixed(1))),
      },
      {
        key: 'changed',
        title: texts('changed'),
        width: '136px',
        sort: 'updatedAt',
        from: 540,
        cell: ({ updatedAt }) => <Ago time={updatedAt} />,
      },
      {
        key: 'added',
        title: texts('added'),
        width: '136px',
        sort: 'createdAt',
        from: 1080,
        cell: ({ createdAt }) => <Ago time={createdAt} />,
      },
    ]
  }, [t, texts, recursive])
}

function NameCell({ entry, recursive }: { entry: Entry; recursive: boolean }) {
  const t = useText(text)
  const [failed, setFailed] = useState<string | null>(null)
  const picture = !isFolder(entry) && hasPicture(entry) ? thumbnailOf(entry) : null
  const above = entry.path.slice(0, -entry.name.length)
  return (
    <span className="row gap-10 min-width-0" title={visibleName(entry.path)}>
      <span
        className={`${styles['small']} centered rigid height-28 radius-4 ground-quaternary text-tertiary font-16 clip`}
      >
        {picture !== null && picture !== failed ? (
          <img
            className="full object-cover"
            src={picture}
            onError={() => setFailed(picture)}
            alt=""
            decoding="async"
            draggable={false}
          />
        ) : (
          <Icon entry={entry} />
        )}
      </span>
      <span className="ellipsis min-width-0 weight-500">{visibleName(entry.name)}</span>
      {recursive && above !== '' && (
        <small className="ellipsis min-width-0 text-tertiary" style={{ flex: '0 2 auto' }}>
          {visibleName(above)}
        </small>
      )}
      {!isFolder(entry) && entry.broken && (
        <small className="ellipsis min-width-0 text-tertiary" style={{ flex: '0 2 auto' }} title={t('broken')}>
          {t('brokenShort')}
        </small>
      )}
    </span>
  )
}
