import type { DatasetVersion } from '@vermilion/contract/datasets/versions'
import type { InferenceCreate } from '@vermilion/contract/models'
import type { UploadPlace } from '#areas/files'

export interface OrderedImages {
  kind: 'dataset' | 'space' | 'upload'
  datasetId?: string | undefined
  versionId?: string | undefined
  splits?: (keyof DatasetVersion['splits'])[] | undefined
  spaceId?: string | undefined
  folder?: string | undefined
  fileIds?: readonly string[] | undefined
  uploaded?: UploadPlace | undefined
}

export function sourceOf({
  kind,
  datasetId = '',
  versionId,
  splits = [],
  spaceId = '',
  folder = '',
  fileIds = [],
  uploaded,
}: OrderedImages) {
  const sources = {
    dataset: { kind: 'dataset', datasetId, versionId, splits },
    space: { kind: 'space', spaceId, folder, ...(fileIds.length === 0 ? {} : { fileIds: [...fileIds] }) },
    upload: { kind: 'space', spaceId: '', ...uploaded },
  } as const satisfies Record<OrderedImages['kind'], InferenceCreate['source']>
  return sources[kind]
}
