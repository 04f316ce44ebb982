import { statSync } from 'node:fs'
import { chmod, mkdir, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInPlace } from '../testing/in-place.ts'
import type { InPlace } from '../testing/in-place.ts'
import { fileAt } from '../testing/space-with.ts'

/** A folder above this program that only root may enter, where other accounts cannot run the program. */
const closed = closedAbove(import.meta.dirname)
const canBeNobody = process.getuid?.() !== 0 || closed === undefined
const skipped = canBeNobody ? '' : `, skipped: other accounts may not enter ${closed}`

let inPlace: InPlace
beforeAll(async () => {
  inPlace = await startInPlace()
})
afterAll(() => inPlace.stop())

test('a folder that cannot be reached keeps its index, whether it is gone or only empty', async () => {
  for (const path of ['a', 'b/c']) await inPlace.lay(`moved/${path}`, path)
  const folder = join(inPlace.machine, 'moved')
  const { id } = await inPlace.index('moved')
  await rename(folder, `${folder} away`)
  const scanned = await inPlace.scan(id)
  expect(scanned).toMatchObject({ status: 'error', fileCount: 2 })
  expect(scanned.scanReport?.problem?.en).toMatch(/cannot be reached/)
  expect(scanned.scanReport?.emptied).toBe(false)
  const { id: fileId } = await fileAt(inPlace.server, id, 'a')
  expect((await inPlace.server.fetch(`/files/${fileId}/content`)).status).toBe(404)
  await mkdir(folder)
  const empty = await inPlace.scan(id)
  expect(empty).toMatchObject({ status: 'error', fileCount: 2 })
  expect(empty.scanReport?.problem?.en).toMatch(/may not be connected/)
  expect(empty.scanReport?.emptied).toBe(true)
  await rm(folder, { recursive: true })
  await symlink(`${folder} away`, folder)
  expect(await inPlace.scan(id)).toMatchObject({ status: 'error', fileCount: 2 })
  await rm(folder)
  await rename(`${folder} away`, folder)
  expect(await inPlace.scan(id)).toMatchObject({
    status: 'success',
    fileCount: 2,
    scanReport: { added: 0, removed: 0 },
  })
  await rm(folder, { recursive: true })
  await mkdir(folder)
  expect(await inPlace.scan(id, true)).toMatchObject({ status: 'success', fileCount: 0, scanReport: { removed: 2 } })
})

test('that an empty folder is right is heard too while a scan without it waits or runs', async () => {
  await inPlace.lay('cleared/a')
  const { id } = await inPlace.index('cleared')
  await rm(join(inPlace.machine, 'cleared/a'))
  await inPlace.server.platform.database.transaction(async () => {
    await inPlace.server.app.files.scans.start(id, { acceptEmpty: false, owner: null })
    await inPlace.server.app.files.scans.start(id, { acceptEmpty: true, owner: null })
  })
  await inPlace.settled()
  expect(await inPlace.spaceOf(id)).toMatchObject({ status: 'success', fileCount: 0, scanReport: { removed: 1 } })
})

test.skipIf(!canBeNobody)(
  `R4.05 a folder below that may not be read is told, what was known of it stays${skipped}`,
  async () => {
    for (const path of ['closed/a', 'open/b']) await inPlace.lay(`partly/${path}`)
    const { id } = await inPlace.index('partly')
    await chmod(inPlace.machine, 0o755)
    await chmod(join(inPlace.machine, 'partly/closed'), 0)
    const space = await asNobody(() => inPlace.scan(id))
    await chmod(join(inPlace.machine, 'partly/closed'), 0o700)
    expect(space).toMatchObject({ status: 'success', fileCount: 2 })
    expect(space.scanReport?.skipped).toMatchObject([{ count: 1, example: 'closed' }])
  },
)

/** Drops root's rights meanwhile, since root can read every folder. */
async function asNobody<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

function closedAbove(folder: string): string | undefined {
  if ((statSync(folder).mode & 0o001) === 0) return folder
  return dirname(folder) === folder ? undefined : closedAbove(dirname(folder))
}
