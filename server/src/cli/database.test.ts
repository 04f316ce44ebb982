import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { expect, test } from 'vitest'
import { dataPaths } from '#platform/data-folder'
import { changeSqlite } from './testing/change-sqlite.ts'
import {
  answersOf,
  describeRowMoves,
  dumpOf,
  expectSameAnswers,
  makeRows,
  postgres,
  sqlite,
  startOn,
} from './testing/moved-rows.ts'
import { upload } from '../testing/upload.ts'

describeRowMoves('rows that move', (moved) => {
  test('to PostgreSQL and back they are equal row for row, and a server answers the same on each', async () => {
    const { data, command } = moved
    await mkdir(data)
    const first = await startOn(data, sqlite)
    await makeRows(first)
    const { token } = first
    await first.stop()
    changeSqlite(data, `update "spaces" set "description" = 'a' || char(0) || 'b' where "name" = 'red'`)
    const dump = dumpOf(data)

    const name = await moved.createEmpty()
    const there = await command(['database', 'copy', '--to', postgres(name).VERMILION_DATABASE_URL])
    expect(there).toEqual({ status: 0, output: expect.stringContaining('they are equal. 1 texts had') as unknown })
    expect(there.output).toContain(`VERMILION_DATABASE_URL=postgres://`)
    expect(dumpOf(data)).toEqual(dump)
    expect(await command(['doctor'], postgres(name))).toMatchObject({ status: 0 })

    await rename(dataPaths(data).database, join(moved.folder, 'old.db'))
    const back = await command(['database', 'copy', '--to', 'sqlite'], postgres(name))
    expect(back).toEqual({ status: 0, output: expect.stringContaining('they are equal.\n') as unknown })
    expect(await command(['doctor'])).toMatchObject({ status: 0 })
    const stored = (row: string) => row.replaceAll('\\u0000', '\uFFFD')
    for (const [table, rows] of dumpOf(data)) expect([table, rows]).toEqual([table, dump.get(table)?.map(stored)])

    const lists: Awaited<ReturnType<typeof answersOf>>[] = []
    for (const on of [sqlite, sqlite, postgres(name)]) {
      const server = await startOn(data, on)
      lists.push(await answersOf(server, token))
      await server.stop()
    }
    const [one, again, other] = lists
    expectSameAnswers(one!, again!, other!)
  })

  test('numbers go on where they were', async () => {
    const { data, command } = moved
    await mkdir(data)
    const first = await startOn(data, sqlite)
    await makeRows(first)
    await first.stop()
    const name = await moved.createEmpty()
    await command(['database', 'copy', '--to', postgres(name).VERMILION_DATABASE_URL])
    await copyFile(dataPaths(data).database, join(moved.folder, 'old.db'))
    const numbers: number[] = []
    for (const on of [sqlite, postgres(name)]) {
      const server = await startOn(data, on)
      const [space] = (await server.call(spaceEndpoints.listSpaces, { query: {} })).items
      await upload(server, { spaceId: space!.id, path: 'next.txt' }, new TextEncoder().encode('next'))
      const rows = server.platform.database.query<{ files: { number: number; path: string } }>().selectFrom('files')
      numbers.push((await rows.select('number').where('path', '=', 'next.txt').executeTakeFirstOrThrow()).number)
      await server.stop()
    }
    expect(numbers[0]).toBe(numbers[1])
    await rm(dataPaths(data).database)
    expect(await command(['database', 'copy', '--to', 'sqlite'], postgres(name))).toMatchObject({ status: 0 })
    expect(dumpOf(data).get('given numbers')!.join()).toContain(`["seq",${numbers[0]}]`)
  })
})
