import type { SpaceFile } from '@vermilion/contract/files'
import { isArchive } from '../paths.ts'
import { ImageViewer } from './image-viewer/image-viewer.tsx'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useText } from '#lib/i18n.ts'
import { documentOf, contentOf } from './addresses.ts'
import { NotPreviewed } from './not-previewed.tsx'
import { text } from './text.ts'
import { TextViewer } from './text-viewer/text-viewer.tsx'
import { type ArchiveEntry, previewEndpoints } from '@vermilion/contract/files/previews'
import { useQuery } from '@tanstack/react-query'
import Tag from 'antd/es/tag'
import { formatSize, formatTime, unknownValue } from '#lib/format.ts'
import { read } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { visibleName } from '#lib/visible-name.ts'
import { Bone } from '#ui/feedback/states.tsx'
import { problemWords } from '#ui/feedback/problem.ts'
import { Table } from './text-viewer/table.tsx'
import styles from './preview.module.css'

export function Viewer({ file }: { file: SpaceFile }) {
  if (file.kind === 'image') return <ImageViewer file={file} />
  if (file.kind === 'video' || file.kind === 'audio') return <MediaViewer file={file} kind={file.kind} />
  if (file.kind === 'text') return <TextViewer file={file} />
  if (file.mediaType === 'application/pdf') return <PdfViewer file={file} />
  if (isArchive(file.name)) return <EntriesViewer file={file} />
  return <NoViewer file={file} />
}

function PdfViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  if (!navigator.pdfViewerEnabled) {
    return <NotPreviewed file={file} title={t('noPdfViewer')} text={t('noPdfViewerWords')} />
  }
  // eslint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; the server frames nothing but PDFs
  return <iframe className="full border-0" src={documentOf(file)} title={file.name} />
}

function NoViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const [asText, setAsText] = useState(false)
  if (asText) return <TextViewer file={file} />
  return (
    <NotPreviewed file={file} title={t('noViewer')}>
      <Button onClick={() => setAsText(true)} icon={<FileTextOutlined aria-hidden />}>
        {t('asText')}
      </Button>
    </NotPreviewed>
  )
}

function MediaViewer({ file, kind }: { file: SpaceFile; kind: 'video' | 'audio' }) {
  const t = useText(text)
  const [state, setState] = useState<'plays' | 'sound' | 'fails'>('plays')
  if (state === 'fails') return <NotPreviewed file={file} title={t('notPlayed')} text={t('notPlayedWords')} />
  const shared = {
    src: contentOf(file),
    controls: true,
    preload: 'metadata',
    'aria-label': file.name,
    onError: () => setState('fails'),
  } as const
  // eslint-disable-next-line jsx-a11y/media-has-caption -- a stored recording has none
  if (kind === 'audio') return <audio className={styles['audio']} {...shared} />
  return (
    <figure className={`${styles['video']} full grid gap-8 justify-items-center padding-12-0 min-height-0`}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a stored recording has none */}
      <video
        {...shared}
        playsInline
        onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setState('sound')}
      />
      {state === 'sound' && <figcaption>{t('soundOnly')}</figcaption>}
    </figure>
  )
}

function EntriesViewer({ file }: { file: SpaceFile }) {
  const t = useText(text)
  const zone = useSystem(({ zone }) => zone)
  const archive = useQuery(read(previewEndpoints.fileEntries, { params: { fileId: file.id } }))
  if (archive.error !== null) return <NotPreviewed file={file} title={problemWords(archive.error)} />
  if (archive.data === undefined) return <Bone height={300} />
  const { entries, total } = archive.data
  if (entries.length === 0) return <NotPreviewed file={file} title={t('emptyArchive')} />
  const visibleCount = entries.length
  const message =
    total === null
      ? t('entriesMore', { shown: visibleCount })
      : total > visibleCount
        ? t('entriesOf', { shown: visibleCount, total })
        : t('entries', { count: total })
  return (
    <div className="stack full min-height-0">
      <p className="wrapping-row rigid gap-4-16 min-height-44 margin-0 padding-4-10 text-secondary">{message}</p>
      <Table
        label={message}
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
