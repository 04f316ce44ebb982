import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import type { DatasetItem } from '@vermilion/contract/dataset-items'
import { fileEndpoints } from '@vermilion/contract/files'
import { useMemo } from 'react'
import { addressOf } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import type { Preview } from '#ui/file-preview.tsx'
import type { FileView } from '#ui/file-view.ts'
import type { CellContent } from '#ui/grid-cell.tsx'
import styles from './datasets.module.css'
import { text } from './text.ts'

/** Pixels up to which a picture is shown as it is where a thumbnail would look coarse. */
const mostPixels = 4_000_000

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** What a grid and a preview show of a dataset's images. */
export function useItemContent() {
  const t = useText(text)
  return useMemo(() => contentIn(t), [t])
}

const isLabeled = (status: DatasetItem['status']) => status === 'labeled' || status === 'reviewed'

function contentIn(t: Translate<typeof text.en>) {
  const sizeOf = ({ width, height }: DatasetItem) => t('dimensions', { width: `${width}`, height: `${height}` })
  const contentOf = ({ fileId }: DatasetItem, download: 'true' | 'false') =>
    addressOf(fileEndpoints.fileContent, { params: { fileId }, query: { download } })
  const stateOf = ({ status, annotationCount }: DatasetItem) =>
    isLabeled(status) ? t('itemLabeled', { count: annotationCount }) : t('to-label')

  return {
    cell(item: DatasetItem, view: FileView): CellContent {
      const fine = view === 'gallery' && item.width * item.height <= mostPixels
      const thumbnail = () => addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })
      return {
        name: nameOf(item.path),
        path: item.path,
        caption: sizeOf(item),
        picture: item.available ? (fine ? contentOf(item, 'false') : thumbnail()) : null,
        problem: item.available ? undefined : t('unavailable'),
        mark: isLabeled(item.status) && (
          <span className={styles['mark']} title={stateOf(item)}>
            <CheckCircleFilled aria-label={stateOf(item)} />
            {item.annotationCount}
          </span>
        ),
      }
    },
    preview: (item: DatasetItem): Preview => ({
      name: nameOf(item.path),
      path: item.path,
      details: [sizeOf(item), stateOf(item)],
      picture: item.available ? contentOf(item, 'false') : null,
      download: item.available ? contentOf(item, 'true') : null,
    }),
  }
}
