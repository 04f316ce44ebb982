import type { DatasetItem } from '@vermilion/contract/datasets/items'
import { fileEndpoints } from '@vermilion/contract/files'
import { addressOf } from '#lib/api.ts'
import { visibleName } from '#lib/visible-name.ts'

export function Thumbnail({ item: { fileId, path } }: { item: Pick<DatasetItem, 'fileId' | 'path'> }) {
  const source = addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })
  return (
    <img
      className="block full-width ratio-4-3 radius-4 ground-tertiary object-contain"
      src={source}
      alt={path}
      title={visibleName(path)}
      loading="lazy"
      decoding="async"
    />
  )
}
