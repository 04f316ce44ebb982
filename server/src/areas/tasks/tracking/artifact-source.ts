import type { Readable } from 'node:stream'
import { artifactFolderOf, listArtifacts, openArtifact } from './artifacts.ts'
import type { CallContext } from './context.ts'
import { findModel } from './logged-models.ts'
import { TrackingProblem } from './problem.ts'
import { prefixOf } from './run-store.ts'

export interface SourceFile {
  readonly path: string
  readonly size: number
  open(): Promise<Readable>
}

export interface ArtifactSource {
  readonly runId: string
  readonly uri: string
  files(): AsyncGenerator<SourceFile>
}

/** Resolves an MLflow URI (`runs:/`, `mlflow-artifacts:/`, `models:/m-…`) to the task's own runs. */
export async function findSource(context: CallContext, uri: string): Promise<ArtifactSource> {
  const { runId, path } = await placeIn(context, uri)
  const prefix = await prefixOf(context, runId).catch((error: unknown) => {
    if (!(error instanceof TrackingProblem)) throw error
    throw new TrackingProblem('PERMISSION_DENIED', `The files of ${uri} are not those of this task`)
  })
  const root = artifactFolderOf(prefix)

  async function* filesBelow(folder: string): AsyncGenerator<SourceFile> {
    for (const entry of await listArtifacts(context.output, root, folder)) {
      if (entry.is_dir) yield* filesBelow(entry.path)
      else if ('file_size' in entry) {
        const open = () => openArtifact(context.output, root, entry.path)
        yield { path: entry.path.slice(path.length + 1), size: entry.file_size, open }
      }
    }
  }
  return { runId, uri: `mlflow-artifacts:/${runId}/${path}`, files: () => filesBelow(path) }
}

async function placeIn(context: CallContext, uri: string): Promise<{ runId: string; path: string }> {
  const [, modelId] = /^models:\/(m-[\w-]+)\/?$/.exec(uri) ?? []
  if (modelId !== undefined) return { runId: (await findModel(context, modelId)).runId, path: `models/${modelId}` }
  const [, runId, path] = /^(?:runs:|mlflow-artifacts:(?:\/\/[^/]*)?)\/([^/]+)\/(.+?)\/*$/.exec(uri) ?? []
  if (runId === undefined || path === undefined)
    throw new TrackingProblem('INVALID_PARAMETER_VALUE', `Invalid model source: '${uri.slice(0, 500)}'`)
  return {
    runId,
    path: path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/'),
  }
}
