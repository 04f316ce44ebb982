import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileEndpoints } from '@vermilion/contract/files'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { expect, test } from 'vitest'
import { dataPaths } from '#platform/data-folder'
import { createKillableServer } from '../testing/killable-server.ts'
import { removeDatabase } from '../testing/test-database.ts'
import { uploadPacked } from '../testing/upload-pack.ts'
import { describeRowMoves, postgres, sqlite } from './testing/moved-rows.ts'

describeRowMoves('a backup', (moved) => {
  test.each(['sqlite', 'postgres'] as const)(
    'of a server that runs on %s and is written to starts on either engine, with all that was confirmed until then',
    async (engine) => {
      const { data, command, folder } = moved
      const on = engine === 'sqlite' ? sqlite : postgres(await moved.createEmpty())
      const server = createKillableServer(data, on)
      await server.start()
      const { id: spaceId } = await server.call(spaceEndpoints.createSpace, { body: { name: 'kept', path: 'kept' } })
      const confirmed: string[] = []
      const put = async () => {
        const path = `${confirmed.length}.txt`
        await uploadPacked(server, spaceId, [{ path, content: Buffer.from(path) }])
        confirmed.push(path)
      }
      await put()
      let isOver = false
      const writing = (async () => {
        while (!isOver && confirmed.length < 400) await put()
      })()
      const certain = [...confirmed]
      const backup = join(folder, 'backup')
      expect(await command(['backup', backup], on)).toMatchObject({ status: 0 })
      expect(await command(['backup', backup], on)).toMatchObject({ status: 1 })
      const possible = confirmed.length + 1
      isOver = true
      await writing
      await server.kill()
      expect(existsSync(dataPaths(backup).database)).toBe(true)

      for (const [name, target] of [
        ['in-sqlite', sqlite],
        ['in-postgres', postgres(await moved.createEmpty())],
      ] as const) {
        const restored = join(folder, name)
        const result = await command(['restore', backup], target, restored)
        expect(result).toEqual({ status: 0, output: expect.stringContaining('start the server') as unknown })
        expect(existsSync(dataPaths(restored).database)).toBe(target === sqlite)
        expect(await command(['restore', backup], target, restored)).toMatchObject({ status: 1 })
        expect(await command(['doctor'], target, restored)).toMatchObject({ status: 0 })
        const other = createKillableServer(restored, target)
        await other.start()
        const { items } = await other.call(fileEndpoints.listFiles, { params: { spaceId }, query: { limit: 500 } })
        const paths = items.map(({ path }) => path)
        expect(paths).toEqual(expect.arrayContaining(certain))
        expect(paths.length).toBeLessThanOrEqual(possible)
        for (const { id, path } of items) expect(await (await other.fetch(`/files/${id}/content`)).text()).toBe(path)
        await other.kill()
        await removeDatabase(restored)
      }
    },
  )
})
