import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import SafetyCertificateFilled from '@ant-design/icons/es/icons/SafetyCertificateFilled'
import type { ItemStatus, ListedItem } from '@vermilion/contract/datasets/items'
import type { Label } from '@vermilion/contract/labels/dataset-labels'
import { fileEndpoints } from '@vermilion/contract/files'
import { previewEndpoints } from '@vermilion/contract/files/previews'
import { type ComponentType, useMemo } from 'react'
import { ImageFacts } from '#areas/files'
import { addressOf } from '#lib/api.ts'
import { type Translate, useText } from '#lib/i18n.ts'
import { visibleName } from '#lib/visible-name.ts'
import type { Preview } from '#ui/files/file-preview.tsx'
import type { FileView } from '#ui/files/file-view.ts'
import type { CellContent } from '#ui/files/grid/grid-cell.tsx'
import { LabelOverlay } from '../overlay/label-overlay.tsx'
import styles from './images.module.css'
import { text } from './text.ts'

/** Up to this size, the original replaces a thumbnail that would look coarse. */
const maxPixels = 4_000_000
/** The overlay canvas's longer side in pixels. */
const overlaySizes: Record<FileView, number> = { table: 256, small: 320, large: 560, gallery: 900 }

const icons: Record<ItemStatus, ComponentType<{ 'aria-label': string }> | null> = {
  'to-label': null,
  labeled: CheckCircleFilled,
  reviewed: SafetyCertificateFilled,
  rejected: CloseCircleFilled,
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

export function useImageContent(labels: readonly Label[]) {
  const t = useText(text)
  return useMemo(() => contentIn(new Map(labels.map((label) => [label.id, label])), t), [labels, t])
}

const downloadOf = ({ fileId }: ListedItem) =>
  addressOf(fileEndpoints.fileContent, { params: { fileId }, query: { download: 'true' } })

function contentIn(labels: ReadonlyMap<string, Label>, t: Translate<typeof text.en>) {
  const sizeOf = ({ width, height }: ListedItem) => t('dimensions', { width: `${width}`, height: `${height}` })
  const pictureOf = ({ fileId }: ListedItem) => addressOf(previewEndpoints.filePicture, { params: { fileId } })
  const stateOf = ({ status, annotationCount: count }: ListedItem) =>
    status === 'to-label' && count === 0 ? t(status) : t('stateWith', { state: t(status), count })
  // An assignee inherited from the dataset is shown on the dataset.
  const assigneeOf = ({ assignee }: ListedItem) => (assignee === null ? [] : [t('assignedTo', { name: assignee })])
  const splitOf = ({ split }: ListedItem) => t(split)
  const overlay = (item: ListedItem, view: FileView) =>
    item.available &&
    item.shapes !== undefined &&
    item.shapes.length > 0 && (
      <LabelOverlay
        width={item.width}
        height={item.height}
        shapes={item.shapes}
        labels={labels}
        size={overlaySizes[view]}
        named={view !== 'small'}
      />
    )

  return {
    cell(item: ListedItem, view: FileView): CellContent {
      const fine = view === 'gallery' && item.width * item.height <= maxPixels
      const thumbnail = () => addressOf(fileEndpoints.fileThumbnail, { params: { fileId: item.fileId } })
      const Icon = icons[item.status]
      return {
        name: nameOf(item.path),
        path: [visibleName(item.path), stateOf(item), item.note].filter((message) => message !== '').join('\n'),
        caption: [...assigneeOf(item), ...(view === 'small' ? [] : [sizeOf(item)]), splitOf(item), ...item.tags].join(
          ' · ',
        ),
        aspect: item.width > 0 && item.height > 0 ? item.width / item.height : undefined,
        picture: item.available ? (fine ? pictureOf(item) : thumbnail()) : null,
        problem: item.available ? undefined : t('unavailable'),
        score: item.score,
        mark: overlay(item, view),
        state:
          Icon === null ? null : (
            <span className={styles['state']} data-status={item.status} title={stateOf(item)}>
              <Icon aria-label={stateOf(item)} />
              {item.annotationCount}
            </span>
          ),
      }
    },
    preview: (item: ListedItem): Preview => ({
      name: nameOf(item.path),
      path: item.path,
      details: [
        sizeOf(item),
        stateOf(item),
        splitOf(item),
        ...assigneeOf(item),
        ...(item.note === '' ? [] : [item.note]),
      ],
      picture: item.available ? pictureOf(item) : null,
      download: item.available ? downloadOf(item) : null,
      ...(item.available ? { facts: <ImageFacts fileId={item.fileId} /> } : {}),
      ...(item.available && item.shapes !== undefined && item.shapes.length > 0
        ? {
            viewer: (
              <span className={`${styles['viewer']} relative block full-width`}>
                <img src={pictureOf(item)} alt={nameOf(item.path)} />
                <LabelOverlay
                  width={item.width}
                  height={item.height}
                  shapes={item.shapes}
                  labels={labels}
                  size={1_600}
                  named
                />
              </span>
            ),
          }
        : {}),
    }),
  }
}
