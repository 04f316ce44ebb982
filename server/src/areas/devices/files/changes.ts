import type { DeviceFile } from '@vermilion/contract/devices/files'
import { deviceParent, pathBytes } from '@vermilion/contract/devices/file-paths'
import { fail } from '@vermilion/contract/kernel/errors'
import { newId } from '#platform/ids'
import type { Jobs } from '#platform/jobs/jobs'
import type { KeepDeviceRecord } from '../records/records.ts'
import { findEntry } from './browsing.ts'
import { deletionJob } from './deletion.job.ts'
import { writing } from './failures.ts'
import { absolutePath, ensureFolder } from './paths.ts'
import type { SftpSessions } from './sessions.ts'

interface Needs {
  readonly sessions: SftpSessions
  readonly jobs: Jobs
  readonly keepRecord: KeepDeviceRecord
  readonly changed: (deviceId: string) => void
}

export function createDeviceChanges({ sessions, jobs, keepRecord, changed }: Needs) {
  async function note(deviceId: string, account: string, detail: string): Promise<void> {
    await keepRecord(deviceId, 'file-changed', { account, detail })
    changed(deviceId)
  }

  return {
    createFolder: (
      deviceId: string,
      { path: input, mayExist }: { path: string; mayExist: boolean },
      account: string,
    ): Promise<DeviceFile> =>
      sessions.use(deviceId, 'browse', async (sftp) => {
        const path = await absolutePath(sftp, input)
        const existing = await sftp.lstat(pathBytes(path)).catch(() => undefined)
        if (existing !== undefined && !mayExist) throw fail('device-file.exists', { path })
        await writing(sftp, path, () => ensureFolder(sftp, path))
        if (existing === undefined) await note(deviceId, account, `new folder ${path}`)
        return findEntry(sftp, path)
      }),

    move: (deviceId: string, { path: from, to }: { path: string; to: string }, account: string): Promise<DeviceFile> =>
      sessions.use(deviceId, 'browse', async (sftp) => {
        const path = await absolutePath(sftp, from)
        const target = await absolutePath(sftp, to)
        await findEntry(sftp, path)
        if (target === path) return findEntry(sftp, path)
        if (target.startsWith(`${path}/`))
          throw fail('device-file.path-invalid', {
            path: target,
            reason: { en: 'a folder cannot lie in itself', zh: '文件夹不能移动到自身之中' },
          })
        const existing = await sftp.lstat(pathBytes(target)).catch(() => undefined)
        if (existing !== undefined) throw fail('device-file.exists', { path: target })
        await writing(sftp, target, () => ensureFolder(sftp, deviceParent(target)))
        await writing(sftp, target, () => sftp.rename(pathBytes(path), pathBytes(target)))
        await note(deviceId, account, `${path} → ${target}`)
        return findEntry(sftp, target)
      }),

    delete: (deviceId: string, inputs: readonly string[], account: string): Promise<{ deletionId: string }> =>
      sessions.use(deviceId, 'browse', async (sftp) => {
        const paths = await Promise.all(inputs.map((input) => absolutePath(sftp, input)))
        if (paths.includes('/'))
          throw fail('device-file.path-invalid', {
            path: '/',
            reason: { en: 'the root of a device is never deleted', zh: '不允许删除设备的根目录' },
          })
        for (const path of paths.slice(0, 100)) await findEntry(sftp, path)
        const deletionId = newId()
        await jobs.enqueue(deletionJob, deletionId, { deviceId, paths, account })
        return { deletionId }
      }),
  }
}
