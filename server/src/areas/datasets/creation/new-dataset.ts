import type { datasetCreate } from '@vermilion/contract/datasets'
import { fail } from '@vermilion/contract/kernel/errors'
import type { z } from 'zod'
import type { Database } from '#platform/database/database'
import { newId } from '#platform/ids'
import type { StoredDataset } from '../catalogue/dataset-store.ts'
import { newLabels } from '../labels/labels.ts'

export function newDataset(
  {
    labels,
    folder: _folder,
    selection: _selection,
    withTruth: _truth,
    classOfAll: _class,
    ...ordered
  }: z.output<typeof datasetCreate>,
  { spaceName, creator, now }: { spaceName: string; creator: string; now: string },
): StoredDataset {
  return {
    ...ordered,
    spaceName,
    id: newId(),
    labels: newLabels(labels),
    spaces: [],
    status: 'init',
    fileCount: 0,
    labeledCount: 0,
    annotationCount: 0,
    creator,
    assignee: null,
    assignedReviewer: null,
    createdAt: now,
    updatedAt: now,
  }
}

export async function unlessNameTaken<Result>(
  database: Pick<Database, 'isDuplicate'>,
  name: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (database.isDuplicate(error)) throw fail('dataset.name-taken', { name })
    throw error
  }
}
