import { access, constants, cp, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageCatalogue } from '../images/images.ts'
import type { taskFolders } from './task-folders.ts'
import type { TaskRow } from '../rows/task-row.ts'

interface CheckpointNeeds {
  images: ImageCatalogue
  folders(taskId: string): ReturnType<typeof taskFolders>
}

type Run = Pick<TaskRow, 'id' | 'image' | 'status'>

/** True for a task that ended early and left a checkpoint. */
export function createCheckpoints({ images, folders }: CheckpointNeeds) {
  return async ({ id, image: name, status }: Run): Promise<boolean> => {
    const image = images[name]
    if (status !== 'stopped' && status !== 'failed') return false
    if (image?.checkpoint === undefined || image.onDevice === true) return false
    return access(join(folders(id).output, image.checkpoint)).then(
      () => true,
      () => false,
    )
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
