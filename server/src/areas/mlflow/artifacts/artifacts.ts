import { createWriteStream } from 'node:fs'
import { lstat, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hasCode, openInFolder } from '#platform/blobs/folder-file'
import { freeSpace } from '#platform/disk-space'
import { newId } from '#platform/ids'
import { openArtifactFolder } from './artifact-folder.ts'
import type { CallContext } from '../protocol/context.ts'
import { MlflowError } from '../protocol/mlflow-error.ts'

/** Uploaded artifacts are stored as task results, in folders of their own. */
export const artifactFolderOf = (prefix: string): readonly string[] =>
  prefix === '' ? ['mlflow'] : ['mlflow-runs', prefix]

function partsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.some((part) => part === '..' || part.includes('\0') || part.length > 250) || parts.length > 32) {
    throw new MlflowError('INVALID_PARAMETER_VALUE', 'Invalid path')
  }
  return parts
}

export async function saveArtifact(
  { output, keep }: Pick<CallContext, 'output' | 'keep'>,
  root: readonly string[],
  path: string,
  content: Readable,
  /** Fails when the complete file must not be stored any more. */
  confirm: () => Promise<void>,
): Promise<void> {
  const parts = partsOf(path)
  const name = parts.pop()
  const folder = name === undefined ? undefined : await openArtifactFolder(output, [...root, ...parts], true)
  if (name === undefined || folder === undefined) throw new MlflowError('INVALID_PARAMETER_VALUE', 'Invalid path')
  const draft = join(folder.path, `.${newId()}.part`)
  try {
    let left = await freeSpace(folder.path)
    await pipeline(
      content,
      async function* within(bytes: AsyncIterable<Buffer>) {
        for await (const chunk of bytes) {
          left -= chunk.length
          if (left < 0) throw new MlflowError('INTERNAL_ERROR', 'The disk of the server is full')
          yield chunk
        }
      },
      createWriteStream(draft, { flags: 'wx', mode: 0o644 }),
    )
    await confirm()
    await rename(draft, join(folder.path, name))
    await keep(join('output', ...root, ...parts, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await folder.close()
  }
}

/** Files of logged models are listed with those models, not with the run that they lie below. */
const holdsModels = async (folder: string, name: string): Promise<boolean> =>
  name === 'models' && (await readdir(join(folder, name))).every((model) => model.startsWith('m-'))

export async function listArtifacts(output: string, root: readonly string[], path: string) {
  const parts = partsOf(path)
  const folder = await openArtifactFolder(output, [...root, ...parts], false)
  if (folder === undefined) return []
  try {
    const entries = await readdir(folder.path, { withFileTypes: true })
    const files = entries.map(async (entry) => {
      const stats = await lstat(join(folder.path, entry.name)).catch(() => null)
      if (stats === null || stats.isSymbolicLink()) return []
      if (parts.length === 0 && stats.isDirectory() && (await holdsModels(folder.path, entry.name))) return []
      const size = stats.isFile() ? { file_size: stats.size } : {}
      return [{ path: [...parts, entry.name].join('/'), is_dir: stats.isDirectory(), ...size }]
    })
    return (await Promise.all(files)).flat()
  } finally {
    await folder.close()
  }
}

export async function openArtifact(output: string, root: readonly string[], path: string): Promise<Readable> {
  const parts = [...root, ...partsOf(path)]
  const file = await openInFolder(await realpath(output), parts.join('/')).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    throw new MlflowError('RESOURCE_DOES_NOT_EXIST', `No such artifact: ${path}`)
  })
  return file.stream()
}
