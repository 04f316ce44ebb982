import type { UploadMetadata } from '@vermilion/contract/files'
import type { Text } from '@vermilion/contract/kernel/text'
import { uploadCheckFiles, uploadEndpoints } from '@vermilion/contract/files/uploads'
import { ApiError, call } from '#lib/api.ts'
import { formatSize } from '#lib/format.ts'
import { translator } from '#lib/i18n.ts'
import type { NewUpload } from '#lib/upload/upload.ts'
import { wait } from '#lib/wait.ts'
import type { PickedFile } from './file-handles.ts'
import { normalizePath } from '@vermilion/contract/paths'
import { isArchive, joined } from '../paths.ts'
import { uploadText } from './upload-text.ts'

export type Conflict = UploadMetadata['conflict']

interface PlannedFile extends PickedFile {
  readonly target: string
}

/** The server's check of files before the first byte is sent. */
export interface UploadPlan {
  readonly spaceId: string
  readonly files: readonly PlannedFile[]
  readonly bytes: number
  readonly existing: ReadonlyMap<string, number>
  readonly refused: readonly { readonly path: string; readonly reason: Text }[]
  readonly archives: number
  readonly freeSpace: number
}

export interface UploadChoice {
  readonly conflict: Conflict
  readonly each: ReadonlyMap<string, Conflict>
  readonly unpack: boolean
}

/** The number of retries, a second apart, of an unreachable server. */
const maximumTries = 60

async function retryWhileUnreachable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.code === 0) || tries === maximumTries) throw problem
      await wait(1_000)
    }
  }
}

function tooLarge(bytes: number): Text {
  const limit = formatSize(bytes)
  return {
    en: translator(uploadText, 'en-US')('tooLarge', { limit }),
    zh: translator(uploadText, 'zh-CN')('tooLarge', { limit }),
  }
}

export async function planUpload(
  spaceId: string,
  folder: string,
  pickedFiles: readonly PickedFile[],
): Promise<UploadPlan> {
  const all = pickedFiles.map((one) => ({ ...one, target: joined(folder, one.path) }))
  const existing = new Map<string, number>()
  const refused: { path: string; reason: Text }[] = []
  const usedPaths = new Set<string>()
  let freeSpace = 0
  for (let at = 0; at < all.length; at += uploadCheckFiles) {
    const some = all.slice(at, at + uploadCheckFiles)
    const files = some.map(({ target, file }) => ({ path: target.slice(0, 4_000), size: file.size }))
    const check = await retryWhileUnreachable(() =>
      call(uploadEndpoints.checkUpload, { params: { spaceId }, body: { files } }),
    )
    for (const { path, size } of check.existing) existing.set(path, size)
    refused.push(...check.refused)
    for (const { target, file } of some) {
      if (file.size > check.largestFile) refused.push({ path: target, reason: tooLarge(check.largestFile) })
    }
    freeSpace = check.freeSpace
  }
  const refusedPaths = new Set(refused.map(({ path }) => path))
  const files = all.filter(({ target }) => {
    const path = target.slice(0, 4_000)
    // The server refuses the second of two files with one name.
    const usable = !usedPaths.has(path) && (!refusedPaths.has(path) || existing.has(path))
    if (usable) usedPaths.add(path)
    return usable
  })
  return {
    spaceId,
    files,
    bytes: files.reduce((sum, { file }) => sum + file.size, 0),
    existing,
    refused,
    archives: files.filter(({ target }) => isArchive(target)).length,
    freeSpace,
  }
}

export function isPlain({ existing, refused, archives, bytes, freeSpace }: UploadPlan): boolean {
  return existing.size === 0 && refused.length === 0 && archives === 0 && bytes <= freeSpace
}

export function uploadsOf({ files, existing }: UploadPlan, { conflict, each, unpack }: UploadChoice): NewUpload[] {
  return files.flatMap(({ file, path, target }) => {
    const choice = each.get(target) ?? conflict
    if (existing.has(target) && choice === 'skip') return []
    return [{ file, chosen: path, path: normalizePath(target), conflict: choice, unpack: unpack && isArchive(target) }]
  })
}
