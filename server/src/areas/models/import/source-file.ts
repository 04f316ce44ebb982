import type { ModelFile } from '@vermilion/contract/models/model-files'
import { fail } from '@vermilion/contract/kernel/errors'
import type { Datasets } from '#areas/datasets'
import type { Files } from '#areas/files'
import { openResultFile, type Tasks } from '#areas/tasks'
import { newlyAdded } from '../rows/model-row.ts'
import { lineageOf, makersOfModels } from '../registration/task-lineage.ts'
import type { PartlyRead } from './lora-file.ts'

export type FileSource = Pick<ModelFile, 'fileId' | 'output'>

export interface SourceFile extends PartlyRead {
  readonly name: string
}

interface SourceNeeds {
  readonly files: Pick<Files, 'get' | 'content'>
  readonly tasks: Tasks
  readonly datasets: Datasets
}

export async function findSourceFile(
  { files, tasks }: SourceNeeds,
  { fileId, output }: FileSource,
): Promise<SourceFile> {
  if ((fileId === undefined) === (output === undefined)) throw fail('request.invalid', { detail: oneFile })
  if (output !== undefined) {
    const { id, endedAt } = await tasks.row(output.taskId)
    if (endedAt === null) throw fail('request.invalid', { detail: stillWritten })
    const { name, size, open } = await openResultFile((await tasks.files.at(id)).output, output.path)
    return { name, size, open }
  }
  const spaceFile = fileId ?? ''
  const { name, size } = await files.get(spaceFile)
  return { name, size, open: async (range) => (await files.content(spaceFile, true)).open(range) }
}

const stillWritten = 'the task still runs, and may write on in its files: wait for its end'
const oneFile = 'give the fileId of a file of a data space, or the output of a task'

export async function originOf(needs: SourceNeeds, { output }: FileSource, creator: string) {
  const brought = { about: { ...elsewhere, covers: [] as string[], creator }, sourceTaskId: null }
  if (output === undefined) return brought
  const { kind } = await needs.tasks.row(output.taskId)
  if (!makersOfModels.has(kind)) return brought
  const { name: _name, framework: _framework, ...lineage } = await lineageOf(needs, output.taskId)
  // A task's own model is the one registered at its end.
  return { about: { ...lineage, taskId: null, creator }, sourceTaskId: output.taskId }
}

const elsewhere = {
  ...newlyAdded,
  datasetId: null,
  datasetName: '',
  datasetFormat: 'coco',
  datasetType: 'image',
  taskId: null,
  taskName: '',
} as const
