import type { SpaceFile } from '@vermilion/contract/files'
import { type ArchiveEntry, previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import Tag from 'antd/es/tag'
import { formatSize, formatTime, unknownValue } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { NotPreviewed } from './not-previewed.tsx'
import styles from './preview.module.css'
import { Table } from './text-viewer/table.tsx'
import { text } from './text.ts'

export function EntriesViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const zone = useSystem(({ zone }) => zone)
  const archive = useQuery(read(previewEndpoints.fileEntries, { params: { fileId: file.id } }))
  if (archive.error !== null) return <NotPreviewed file={file} title={problemWords(archive.error)} />
  if (archive.data === undefined) return <Bone height={300} />
  const { entries, total } = archive.data
  if (entries.length === 0) return <NotPreviewed file={file} title={t('emptyArchive')} />
  const visibleCount = entries.length
  const words =
    total === null
      ? t('entriesMore', { shown: visibleCount })
      : total > visibleCount
        ? t('entriesOf', { shown: visibleCount, total })
        : t('entries', { count: total })
  return (
    <div className="stack full min-height-0">
      <p className={`${styles['bar']} wrapping-row rigid gap-4-16 min-height-44 margin-0 padding-4-10 text-secondary`}>
        {words}
      </p>
      <Table
        label={words}
        columns="minmax(220px, 1fr) 110px 110px 180px"
        head={[t('entryName'), t('entrySize'), t('entryPacked'), t('entryChanged')]}
        count={visibleCount}
        row={(index) => {
          const entry = entries[index]
          if (entry === undefined) return []
          const { folder, size, packedSize, modifiedAt } = entry
          return [
            <EntryName entry={entry} key="name" />,
            folder ? '' : formatSize(size),
            folder || packedSize === null ? unknownValue : formatSize(packedSize),
            formatTime(modifiedAt, zone),
          ]
        }}
      />
    </div>
  )
}

function EntryName({ entry }: { entry: ArchiveEntry }) {
  const t = useText(text)
  const name = visibleName(entry.path)
  return (
    <span title={name}>
      {name} {entry.encrypted && <Tag>{t('encrypted')}</Tag>}
      {entry.escapes && <Tag color="warning">{t('escapes')}</Tag>}
    </span>
  )
}
