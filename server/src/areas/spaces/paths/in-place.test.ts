import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CallFailed, startTestServer } from '../../../testing/start-server.ts'
import type { TestServer } from '../../../testing/start-server.ts'
import { upload } from '../../../testing/upload.ts'

const { createSpace, checkPath } = spaceEndpoints

let machine = ''
let root = ''
let server: TestServer
beforeAll(async () => {
  machine = await realpath(await mkdtemp(join(tmpdir(), 'vermilion-machine-')))
  root = join(machine, 'root')
  for (const folder of ['root/photos/2026', 'root/plain', 'root/data', 'outside/secret'])
    await mkdir(join(machine, folder), { recursive: true })
  await writeFile(join(root, 'a file'), 'x')
  await symlink(join(machine, 'outside/secret'), join(root, 'way-out'))
  await symlink(join(root, 'photos'), join(root, 'way-in'))
  await symlink(root, join(machine, 'root-by-link'))
  await symlink('loop', join(root, 'loop'))
  const environment = { VERMILION_ROOTS: `${join(machine, 'root-by-link')}:${join(machine, 'absent')}` }
  server = await startTestServer({ environment, data: join(root, 'data') })
})
afterAll(async () => {
  await server.stop()
  await rm(machine, { recursive: true })
})

let spaces = 0
const create = (path: string, language = 'en-us') =>
  server.call(createSpace, { body: { name: `space ${++spaces}`, path } }, { language })

async function failureOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailed)) throw new Error('the call was expected to fail')
  return error.envelope
}

describe('folders of the machine that a space may index', () => {
  test('R2.39 what is absent and what lies outside is told alike, in both languages', async () => {
    const outside = [
      join(machine, 'outside'),
      join(machine, 'outside/secret'),
      join(machine, 'outside/no such folder'),
      join(root, '../outside/secret'),
      join(root, 'way-out'),
      join(root, 'no such folder'),
      join(root, 'loop'),
      join(root, 'photos\0/etc'),
      join(machine, 'absent'),
      '/etc',
      '/',
    ]
    for (const path of outside) {
      expect(await failureOf(create(path))).toMatchObject({ code: 40011, message: 'Path does not exist' })
      expect(await failureOf(create(path, 'zh-cn'))).toMatchObject({ message: '路径不存在' })
      const checked = await server.call(checkPath, { body: { path } })
      expect(checked).toMatchObject({ ok: false, reason: { en: 'Path does not exist', zh: '路径不存在' } })
    }
  })

  test('what cannot be indexed says why', async () => {
    expect((await failureOf(create(join(root, 'a file')))).message).toMatch(/it is not a folder$/)
    for (const path of [root, join(root, 'data')])
      expect((await failureOf(create(path))).message).toMatch(/the data folder of the product lies in it/)
  })

  test('a folder is known by its true path, whatever way leads to it', async () => {
    const space = await create(join(machine, 'root-by-link/way-in/'))
    expect(space.path).toBe(join(root, 'photos'))
    for (const path of [join(root, 'photos'), join(root, 'way-in'), join(root, 'plain/../photos')])
      expect((await failureOf(create(path))).data.error).toBe('space.path-taken')
    const nested = await create(join(root, 'photos/2026'))
    expect(nested.path).toBe(join(root, 'photos/2026'))
  })

  test('R2.39 while a path is typed, it is checked and gone on with below the roots alone', async () => {
    const check = (path: string) => server.call(checkPath, { body: { path } })
    expect(await check(join(root, 'pl'))).toMatchObject({ ok: false, suggestions: [join(root, 'plain')] })
    expect(await check(join(root, 'plain'))).toMatchObject({ ok: true, path: join(root, 'plain'), reason: null })
    expect((await check(`${root}/`)).suggestions).toEqual(['data', 'photos', 'plain'].map((name) => join(root, name)))
    expect((await check(`${machine}/`)).suggestions).toEqual([])
    expect((await check(`${root}/way-out/`)).suggestions).toEqual([])
    expect((await check('')).roots).toEqual([join(machine, 'root-by-link'), join(machine, 'absent')])
    expect(await check('robots/floor')).toMatchObject({ ok: true, path: 'robots/floor' })
    expect(await check('robots/../floor')).toMatchObject({ ok: false })
  })

  test('nothing is uploaded into a folder in place, and the failure says what to do', async () => {
    const { id: spaceId } = await create(join(root, 'plain'))
    const refused = await upload(server, { spaceId, path: 'a.txt' }, new TextEncoder().encode('a')).catch(String)
    expect(String(refused)).toMatch(/^Error: 409 .*请在该文件夹中修改，然后重新扫描此数据空间.*space\.in-place/)
  })
})
