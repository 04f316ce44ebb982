import type { Size } from '@vermilion/contract/detection/letterbox'
import { datasetEndpoints } from '@vermilion/contract/datasets'
import { fileEndpoints } from '@vermilion/contract/files'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query.ts'
import type { OrderedImages } from '../inference/ordered-images.ts'

const maxPictures = 50

type Source = Partial<Pick<OrderedImages, 'kind' | 'datasetId' | 'spaceId' | 'folder'>>

/** Sizes of the first images of a source; empty where they are not read yet. */
export function usePictureSizes({ kind, datasetId = '', spaceId = '', folder = '' }: Source): readonly Size[] {
  const items = useQuery({
    ...read(datasetEndpoints.listItems, { params: { datasetId }, query: { limit: maxPictures } }),
    enabled: kind === 'dataset' && datasetId !== '',
  })
  const query = { folder, recursive: true, kind: 'image', limit: maxPictures } as const
  const files = useQuery({
    ...read(fileEndpoints.listFiles, { params: { spaceId }, query }),
    enabled: kind === 'space' && spaceId !== '',
  })
  const listed = { dataset: items.data?.items, space: files.data?.items, upload: undefined }[kind ?? 'upload'] ?? []
  return listed.flatMap(({ width, height }) =>
    width === null || height === null || width === 0 ? [] : [{ width, height }],
  )
}
