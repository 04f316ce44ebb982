import { isAmongPictures } from '@vermilion/contract/assist-models/depth-folder'
import type { FileSelection } from '@vermilion/contract/files'
import type { FileTarget } from '@vermilion/contract/files/operations'
import { fail, Failure } from '@vermilion/contract/kernel/errors'
import { folderOf, normalizePath, pathProblem } from '@vermilion/contract/paths'
import { selectedFiles } from '#areas/datasets'
import type { Files } from '#areas/files'
import { isMarkedDepthMap } from './depth-mark.ts'

const amongPictures = {
  en: 'the pictures themselves lie there. Choose another folder for the depth maps',
  zh: '原图片就在其中，请为深度图选择其他文件夹',
}

export async function depthFolder(files: Files, target: FileTarget, spaceId: string, selection: FileSelection) {
  const folder = normalizePath(target.folder).replace(/\/$/, '')
  const reason = folder === '' ? undefined : pathProblem(folder)
  if (reason !== undefined) throw fail('file.path-invalid', { path: folder, reason })
  if (target.spaceId !== spaceId) return folder
  const { fileIds, folders, filter } = selection
  const pictureFolders = [...folders, ...(filter === undefined || filter.folder === '' ? [] : [filter.folder])]
  for await (const batch of selectedFiles(files, spaceId, { fileIds, folders: [], except: [] }))
    pictureFolders.push(...batch.map(({ path }) => folderOf(path)))
  if (isAmongPictures(folder, pictureFolders))
    throw fail('file.path-invalid', { path: folder === '' ? '/' : folder, reason: amongPictures })
  return folder
}

interface MapToWrite {
  readonly spaceId: string
  readonly path: string
  readonly conflict: 'skip' | 'replace'
}

/** Decides how to write a map to a path; undefined when the existing file stays. Only maps made here are ever replaced. */
export async function conflictAt(files: Files, map: MapToWrite): Promise<'skip' | 'replace' | undefined> {
  const [existing] = await files.atPaths(map.spaceId, [map.path])
  // `skip` also protects a file that appears meanwhile.
  if (existing === undefined) return 'skip'
  if (map.conflict === 'skip') return undefined
  const content = await files.content(existing.id, true).catch(unlessGone)
  if (content === undefined) return 'skip'
  return (await isMarkedDepthMap(content)) ? 'replace' : undefined
}

export function unlessGone(error: unknown): undefined {
  if (error instanceof Failure && error.reason === 'file.not-found') return undefined
  throw error
}
