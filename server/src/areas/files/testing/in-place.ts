import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanEndpoints } from '@vermilion/contract/files/scans'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import type { Space } from '@vermilion/contract/spaces'
import { startTestServer } from '../../../testing/start-server.ts'

export async function startInPlace() {
  const machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-in-place-')))
  const server = await startTestServer({ environment: { VERMILION_ROOTS: machine } })
  const settled = () => server.platform.jobs.settled()
  const spaceOf = (spaceId: string) => server.call(spaceEndpoints.getSpace, { params: { spaceId } })
  return {
    machine,
    server,
    settled,
    spaceOf,

    async lay(path: string, content: string | Uint8Array = path): Promise<void> {
      await mkdir(join(machine, path, '..'), { recursive: true })
      await writeFile(join(machine, path), content)
    },

    async index(folder: string): Promise<Space> {
      const body = { name: folder, path: join(machine, folder) }
      const space = await server.call(spaceEndpoints.createSpace, { body })
      await settled()
      return space
    },

    async scan(spaceId: string, acceptEmpty = false): Promise<Space> {
      await server.call(scanEndpoints.scanSpace, { params: { spaceId }, body: { acceptEmpty } })
      await settled()
      return spaceOf(spaceId)
    },

    async stop(): Promise<void> {
      await server.stop()
      await rm(machine, { recursive: true })
    },
  }
}

export type InPlace = Awaited<ReturnType<typeof startInPlace>>
