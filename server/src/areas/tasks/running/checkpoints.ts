import { access, constants, cp, lstat } from 'node:fs/promises'
import type { ImageCatalogue } from '../images/images.ts'
import type { TaskFiles } from '../stored/task-files.ts'
import type { TaskRow } from '../rows/task-row.ts'

interface CheckpointNeeds {
  images: ImageCatalogue
  files: Pick<TaskFiles, 'has'>
}

type Run = Pick<TaskRow, 'id' | 'image' | 'status'>

/** True for a task that ended early and left a checkpoint. */
export function createCheckpoints({ images, files }: CheckpointNeeds) {
  return async ({ id, image: name, status }: Run): Promise<boolean> => {
    const image = images[name]
    if (status !== 'stopped' && status !== 'failed') return false
    if (image?.checkpoint === undefined || image.onDevice === true) return false
    return files.has(id, `output/${image.checkpoint}`)
  }
}

export async function copyOutput(from: string, to: string, signal: AbortSignal): Promise<void> {
  await access(from).catch(() => {
    throw new Error('the task that this one goes on from was deleted')
  })
  await cp(from, to, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    async filter(source) {
      signal.throwIfAborted()
      const stats = await lstat(source)
      return stats.isFile() || stats.isDirectory()
    },
  })
}
