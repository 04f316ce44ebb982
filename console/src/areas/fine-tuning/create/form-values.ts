import { starterMaterials, usualBase } from '@vermilion/contract/fine-tunings/starter'
import { localPool } from '@vermilion/contract/tasks/creation'
import type { TrainingImage } from '@vermilion/contract/tasks'
import { type OrderedImages, sourceOf } from '#areas/models'
import { defaultsOf } from '#areas/tasks'

export interface TypedFineTuning extends OrderedImages {
  name: string
  loraName: string
  triggerWords: string
  image: string
  base: string
  parameters: Record<string, string | number | boolean>
  pool: string
  priority: number
}

interface Start {
  spaceId: string | undefined
  folder: string | undefined
  datasetId: string | undefined
  starter: TrainingImage | undefined
}

export function newFineTuning({ spaceId, folder, datasetId, starter }: Start): TypedFineTuning {
  return {
    kind: datasetId === undefined ? 'space' : 'dataset',
    ...(datasetId === undefined ? {} : { datasetId }),
    ...(spaceId === undefined ? {} : { spaceId }),
    folder: folder ?? '',
    name: '',
    loraName: '',
    triggerWords: '',
    image: starterMaterials,
    base: usualBase,
    parameters: starter === undefined ? {} : defaultsOf(starter),
    pool: localPool,
    priority: 50,
  }
}

export function orderOf({ kind, datasetId, versionId, spaceId, folder, uploaded, fileIds, ...typed }: TypedFineTuning) {
  return { ...typed, source: sourceOf({ kind, datasetId, versionId, spaceId, folder, uploaded, fileIds }) }
}
