import { maxStoredModelBytes } from '@vermilion/contract/models/model-files'
import type { FolderFile } from '#areas/models'
import { artifactFolderOf, listArtifacts, openArtifact } from '../artifacts/artifacts.ts'
import type { Caller } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'
import { findModel } from '../runs/logged-models.ts'
import { prefixOf } from '../runs/run-store.ts'

const maxFiles = 10_000

/** Resolves an MLflow URI (`runs:/`, `mlflow-artifacts:/`, `models:/m-…`) to files of the task's own runs. */
export async function findSource(caller: Caller, uri: string) {
  const { runId, path } = await placeIn(caller, uri)
  const context = await caller.contextOf(runId)
  const prefix = await prefixOf(context, runId).catch((error: unknown) => {
    if (!(error instanceof MlflowError)) throw error
    throw new MlflowError('PERMISSION_DENIED', `The files of ${uri} are not those of this task`)
  })
  const root = artifactFolderOf(prefix)

  async function* filesBelow(folder: string): AsyncGenerator<FolderFile> {
    for (const entry of await listArtifacts(context.output, root, folder)) {
      if (entry.is_dir) yield* filesBelow(entry.path)
      else if ('file_size' in entry) {
        const open = () => openArtifact(context.output, root, entry.path)
        yield { path: entry.path.slice(path.length + 1), size: entry.file_size, open }
      }
    }
  }
  const source = `mlflow-artifacts:/${runId}/${path}`
  return { taskId: context.task.id, runId, source, files: await readFiles(filesBelow(path), source) }
}

async function readFiles(entries: AsyncGenerator<FolderFile>, source: string): Promise<FolderFile[]> {
  const files: FolderFile[] = []
  let bytes = 0
  for await (const file of entries) {
    files.push(file)
    bytes += file.size
    if (files.length > maxFiles || bytes > maxStoredModelBytes)
      throw new MlflowError('INVALID_PARAMETER_VALUE', `${source} holds more than a model may`)
  }
  if (files.length === 0)
    throw new MlflowError('INVALID_PARAMETER_VALUE', `There are no files at ${source}: log the model first`)
  return files
}

async function placeIn(caller: Caller, uri: string): Promise<{ runId: string; path: string }> {
  const [, modelId] = /^models:\/(m-[\w-]+)\/?$/.exec(uri) ?? []
  if (modelId !== undefined)
    return { runId: (await findModel(caller, modelId)).record.runId, path: `models/${modelId}` }
  const [, runId, path] = /^(?:runs:|mlflow-artifacts:(?:\/\/[^/]*)?)\/([^/]+)\/(.+?)\/*$/.exec(uri) ?? []
  if (runId === undefined || path === undefined)
    throw new MlflowError('INVALID_PARAMETER_VALUE', `Invalid model source: '${uri.slice(0, 500)}'`)
  return {
    runId,
    path: path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  }
}
