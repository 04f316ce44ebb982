import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import { addressOf } from '#lib/api.ts'
import { visibleName } from '#lib/visible-name.ts'
import styles from './likeness.module.css'

export function Thumbnail({ item: { fileId, path } }: { item: Pick<DatasetItem, 'fileId' | 'path'> }) {
  const source = addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })
  return (
    <img
      className={styles['thumbnail']}
      src={source}
      alt={path}
      title={visibleName(path)}
      loading="lazy"
      decoding="async"
    />
  )
}
