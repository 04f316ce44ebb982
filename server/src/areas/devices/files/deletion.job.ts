import { deviceChild, deviceFileName, displayName, pathBytes } from '@vermilion/contract/devices/file-paths'
import { jobKind, type Jobs } from '#platform/jobs/jobs'
import type { KeepDeviceRecord } from '../records/records.ts'
import { typeOf } from './entries.ts'
import { writing } from './failures.ts'
import type { SftpSessions } from './sessions.ts'
import { status } from './sftp/packets.ts'
import { type Sftp, SftpRefused } from './sftp/sftp.ts'
import { walkTree } from './walk.ts'

interface Deletion {
  readonly deviceId: string
  readonly paths: readonly string[]
  readonly account: string
}

export const deletionJob = jobKind<Deletion>('delete-device-files')

const atOnce = 64
const reportEvery = 500

interface Needs {
  readonly jobs: Jobs
  readonly sessions: SftpSessions
  readonly nameOf: (deviceId: string) => Promise<string>
  readonly keepRecord: KeepDeviceRecord
  readonly changed: (deviceId: string) => void
}

/** Missing files count as deleted, so that the job can repeat any step. */
export function registerDeviceDeletion({ jobs, sessions, nameOf, keepRecord, changed }: Needs): void {
  const note = async ({ deviceId, paths, account }: Deletion, summary: string) => {
    const detail = [summary, ...paths.slice(0, 50)].join('\n')
    await keepRecord(deviceId, 'file-changed', { account, detail })
    changed(deviceId)
  }
  jobs.register(deletionJob, {
    concurrency: 4,
    work: {
      kind: 'device-deletion',
      async describe({ deviceId, paths: [first = ''], account }) {
        const name = `${await nameOf(deviceId)}: ${displayName(deviceFileName(first))}`
        return { name, owner: account, leadsTo: { page: 'device', id: deviceId } }
      },
    },
    stopped: (payload) => note(payload, 'stopped deleting'),
    failed: (payload, error) => note(payload, `could not delete: ${error}`),
    async run({ payload, signal, saveProgress }) {
      let done = 0
      await sessions.use(payload.deviceId, 'transfer', async (sftp) => {
        const count = async (entries: number) => {
          done += entries
          if (done % reportEvery < entries) await saveProgress({ done, unit: 'files' })
        }
        for (const path of payload.paths) await deleteTree(sftp, path, { signal, count })
      })
      await saveProgress({ done, total: done, unit: 'files' })
      return () => note(payload, `deleted ${done} entries`)
    },
  })
}

interface Deleting {
  readonly signal: AbortSignal
  count(entries: number): Promise<void>
}

/** Files first, then folders from the innermost outwards. Symbolic links are deleted, not followed. */
async function deleteTree(sftp: Sftp, root: string, { signal, count }: Deleting): Promise<void> {
  const existing = await unlessGone(() => sftp.lstat(pathBytes(root)))
  if (existing === undefined) return
  const remove = (path: string) => writing(sftp, path, () => unlessGone(() => sftp.remove(pathBytes(path))))
  if (typeOf(existing) !== 'folder') {
    await remove(root)
    return count(1)
  }
  const folders: string[] = [root]
  let underWay: Promise<void>[] = []
  const settle = async () => {
    const some = underWay
    underWay = []
    await Promise.all(some)
    await count(some.length)
  }
  for await (const { path, type } of walkTree(sftp, root, { signal })) {
    const absolute = deviceChild(root, path)
    if (type === 'folder') folders.push(absolute)
    else underWay.push(remove(absolute))
    if (underWay.length >= atOnce) await settle()
  }
  await settle()
  for (const folder of folders.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    signal.throwIfAborted()
    await writing(sftp, folder, () => unlessGone(() => sftp.rmdir(pathBytes(folder))))
    await count(1)
  }
}

const depthOf = (path: string) => path.split('/').length

async function unlessGone<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SftpRefused && error.code === status.noSuchFile) return undefined
    throw error
  }
}
