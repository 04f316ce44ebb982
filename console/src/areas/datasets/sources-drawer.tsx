import { type Dataset, datasetEndpoints } from '@vermilion/contract/datasets'
import type { DatasetSource } from '@vermilion/contract/datasets/sources'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Drawer from 'antd/es/drawer'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { useFocusBack } from '#ui/keyboard/restore-focus.ts'
import { Ago } from '#ui/moment.tsx'
import { QueryState, State } from '#ui/feedback/states.tsx'
import { SourceFigures, SourceStatus } from './export/export-result.tsx'
import { text } from './export/export-text.ts'
import styles from './sources.module.css'

export function SourcesDrawer({ dataset, onClose }: { dataset: Dataset | null; onClose: () => void }) {
  const t = useText(text)
  useFocusBack()
  return (
    <Drawer open={dataset !== null} title={t('sourcesOf', { name: dataset?.name ?? '' })} size={600} onClose={onClose}>
      {dataset !== null && <Sources datasetId={dataset.id} onLeave={onClose} />}
    </Drawer>
  )
}

function Sources({ datasetId, onLeave }: { datasetId: string; onLeave: () => void }) {
  const t = useText(text)
  const sources = useQuery(read(datasetEndpoints.listSources, { params: { datasetId } }))
  if (sources.data === undefined) return <QueryState query={sources} height={120} />
  if (sources.data.length === 0) return <State title={t('noSources')} />
  return (
    <>
      <p>{t('sourcesWords')}</p>
      <ul className="margin-12-0-0" aria-label={t('sources')}>
        {sources.data.map((source) => (
          <li className="border-top" style={{ padding: '14px 0' }} key={source.id}>
            <div className={`${styles['line']} flex wrap gap-4-14 align-baseline margin-bottom-10 break-anywhere`}>
              <Link to="/space/list/file/$id" params={{ id: source.spaceId }} onClick={onLeave}>
                {source.spaceName}
              </Link>
              <span>
                <Meant source={source} />
              </span>
              <Ago time={source.createdAt} />
              <SourceStatus source={source} />
            </div>
            <SourceFigures source={source} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Meant({ source: { selection } }: { source: DatasetSource }) {
  const t = useText(text)
  const { fileIds, folders, filter } = selection
  if (filter === undefined) return t('chosen', { count: fileIds.length + folders.length })
  const { folder, recursive: _recursive, ...narrowing } = filter
  if (Object.values(narrowing).some((value) => value !== undefined)) return t('filtered')
  return folder === '' ? t('allFiles') : t('folderOf', { folder })
}
