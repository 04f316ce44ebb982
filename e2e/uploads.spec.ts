import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@playwright/test'
import { createClient } from './support/server/client.ts'
import { hold } from './support/screen/hold.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { chooser, listed, makeFolder, openSpace, panel, sha256 } from './support/content/uploading.ts'

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('R5.09 an upload needs selected files', async ({ page, server }) => {
  const call = createClient(server)
  await enter(page, server)
  await openSpace(page, call)
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add('words', 'text/plain')
    const zone = document.querySelector('main')?.querySelector('section') ?? document.body
    const types = { get: () => ['Files'] }
    Object.defineProperty(transfer, 'types', types)
    zone.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByText('Please select files to upload')).toBeVisible()
})

test('R2.28 a folder is uploaded whole, in its folders, while the user walks about', async ({ page, server }) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  const { root, folder, checksums } = await makeFolder(150, 3_000)
  await chooser(page, 'a folder').setInputFiles(folder)
  await page.getByRole('link', { name: 'Data Space', exact: true }).first().click()
  await expect.poll(async () => (await listed(call, spaceId)).length).toBe(150)
  const files = await listed(call, spaceId)
  expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(checksums)
  await page.goBack()
  await expect(panel(page)).toContainText('150 files uploaded')
  await panel(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel(page)).toBeHidden()
  await rm(root, { recursive: true })
})

test('R2.28 what is there already is skipped, kept beside or replaced, for all or for each; nothing is asked where nothing is there', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  await chooser(page, 'files').setInputFiles([file('a.txt', 'a'), file('b.txt', 'b'), file('c.txt', 'c')])
  await expect(panel(page)).toContainText('3 files uploaded')
  await chooser(page, 'files').setInputFiles([
    file('a.txt', 'new a'),
    file('b.txt', 'new b'),
    file('c.txt', 'new c'),
    file('d.txt', 'b'),
    file('bad\\name.txt', 'never'),
  ])
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('3 files are there already')
  await expect(dialog).toContainText('1 file cannot be uploaded')
  await expect(dialog).toContainText('it has a backslash')
  await expect(dialog.getByRole('button', { name: 'Upload 1 file' })).toBeVisible()
  await dialog.getByText('Replace', { exact: true }).click()
  await dialog.getByText('Decide for each').click()
  await dialog.getByLabel('b.txt').selectOption('Keep both')
  await dialog.getByLabel('c.txt').selectOption('Skip')
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click()
  await expect(panel(page)).toContainText('6 files uploaded')
  // The second text with the same content is named by the first.
  // It folds when all is done, and is unfolded again.
  await expect(panel(page).getByRole('list')).toHaveCount(0)
  await panel(page).getByRole('button', { name: '6 files uploaded' }).click()
  await expect(panel(page)).toContainText('Same content as b.txt')
  const files = Object.fromEntries((await listed(call, spaceId)).map(({ path, checksum }) => [path, checksum]))
  const expected = { 'a.txt': 'new a', 'b.txt': 'b', 'b (2).txt': 'new b', 'c.txt': 'c', 'd.txt': 'b' }
  expect(files).toEqual(
    Object.fromEntries(Object.entries(expected).map(([path, content]) => [path, sha256(Buffer.from(content))])),
  )
})

test(
  'R2.28 what is asked before an upload is asked wherever the user is by then, one question after the other',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    await enter(page, server)
    const spaceId = await openSpace(page, call)
    await chooser(page, 'files').setInputFiles([file('a.txt', 'a'), file('b.txt', 'b'), file('c.txt', 'c')])
    await expect(panel(page)).toContainText('3 files uploaded')
    const checks: Route[] = []
    await page.route('**/uploads/check', (route) => void checks.push(route))
    await chooser(page, 'files').setInputFiles([file('a.txt', 'new a')])
    await chooser(page, 'files').setInputFiles([file('b.txt', 'new b'), file('c.txt', 'new c')])
    await expect.poll(() => checks.length).toBe(2)
    await page.getByRole('link', { name: 'Model Repository', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Model Repository' })).toBeVisible()
    const dialog = page.getByRole('dialog')
    await checks[0]?.continue()
    await expect(dialog).toContainText('Upload 1 file (')
    const second = page.waitForResponse('**/uploads/check')
    await checks[1]?.continue()
    await second
    for (const files of ['1 file', '2 files']) {
      await expect(dialog).toContainText(`Upload ${files} (`)
      await dialog.getByText('Replace', { exact: true }).click()
      await dialog.getByRole('button', { name: `Upload ${files}` }).click()
    }
    await expect(dialog).toBeHidden()
    const contents = async () => (await listed(call, spaceId)).map(({ checksum }) => checksum)
    await expect.poll(contents).toEqual(['new a', 'new b', 'new c'].map((content) => sha256(Buffer.from(content))))
  },
)

test('R2.28 an upload is paused, resumed and cancelled, all of it and one file alone', async ({ page, server }) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  // No progress is made before the pause, however slow the machine.
  const goOn = await hold(page, '**/api/v1/uploads**')
  const root = await mkdtemp(join(tmpdir(), 'vermilion-large-'))
  const content = randomBytes(20_000_000)
  const paths = ['one.bin', 'two.bin'].map((name) => join(root, name))
  for (const path of paths) await writeFile(path, content)
  await chooser(page, 'files').setInputFiles(paths)
  await expect(panel(page)).toContainText('0 of 2 files')
  await panel(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(panel(page).getByText('Paused')).toHaveCount(2)
  goOn()
  await page.waitForTimeout(1_000)
  expect(await listed(call, spaceId)).toEqual([])
  await panel(page).getByRole('button', { name: 'Cancel two.bin' }).click()
  await panel(page).getByRole('button', { name: 'Resume one.bin' }).click()
  await expect(panel(page)).toContainText('1 file uploaded')
  const [first, second] = await listed(call, spaceId)
  expect(first).toMatchObject({ path: 'one.bin', checksum: sha256(content) })
  expect(second).toBeUndefined()
  await rm(root, { recursive: true })
})

test('R8.08 a file that failed says why and is tried again; the others arrive', async ({ page, server }) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  const content = randomBytes(6_000_000)
  let refused = 0
  // A connection that corrupts a byte: the server compares the checksum.
  await page.route('**/api/v1/uploads', async (route) => {
    const body = route.request().postDataBuffer()
    if (route.request().method() !== 'POST' || body === null || refused > 0) return route.continue()
    refused += 1
    body[1_000] = (body[1_000] ?? 0) ^ 1
    return route.continue({ postData: body })
  })
  await chooser(page, 'files').setInputFiles([
    { name: 'large.bin', mimeType: 'application/octet-stream', buffer: content },
    file('small.txt', 'small'),
  ])
  await expect(panel(page)).toContainText('Upload failed, please try again: the checksum of large.bin differs')
  expect((await listed(call, spaceId)).map(({ path }) => path)).toEqual(['small.txt'])
  await panel(page).getByRole('button', { name: 'Try large.bin again' }).click()
  await expect(panel(page)).toContainText('2 files uploaded')
  expect((await listed(call, spaceId))[0]).toMatchObject({ path: 'large.bin', checksum: sha256(content) })
})

test('R2.28 a reload asks for the folder again, takes no other for it, and sends what is left', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  const { root, folder, checksums } = await makeFolder(60, 300_000)
  let packs = 0
  // The first pack arrives, the next never does.
  await page.context().route('**/api/v1/upload-packs', (route) => {
    packs += 1
    return packs === 1 ? route.continue() : undefined
  })
  await chooser(page, 'a folder').setInputFiles(folder)
  await expect.poll(async () => (await listed(call, spaceId)).length).toBeGreaterThan(0)
  await expect(panel(page)).toContainText(/[1-9]\d* of 60 files/)
  await page.waitForTimeout(500)
  const previousCount = (await listed(call, spaceId)).length
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(panel(page)).toContainText(`${60 - previousCount} of 60 files are left: photos`)
  const again = page.getByLabel('Choose the folder again to go on')
  const other = await makeFolder(3, 10)
  await again.setInputFiles(other.folder)
  await expect(page.getByText('None of the chosen files is one of those left')).toBeVisible()
  await again.setInputFiles(folder)
  await expect(panel(page)).toContainText('60 files uploaded')
  const files = await listed(call, spaceId)
  expect(new Map(files.map(({ path, checksum }) => [path, checksum]))).toEqual(checksums)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'floors' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  for (const made of [root, other.root]) await rm(made, { recursive: true })
})

test(
  'R2.28 where the browser keeps handles, one click goes on after a reload',
  { tag: '@second' },
  async ({ page, server }) => {
    const call = createClient(server)
    await enter(page, server)
    const spaceId = await openSpace(page, call)
    // The browser's own file system replaces the dialog: its handles are as real as those of a disk.
    await page.addInitScript(() => {
      Object.assign(window, {
        showDirectoryPicker: async () => {
          const root = await navigator.storage.getDirectory()
          const folder = await root.getDirectoryHandle('shots', { create: true })
          for (let number = 0; number < 30; number += 1) {
            const handle = await folder.getFileHandle(`${number}.bin`, { create: true })
            if ((await handle.getFile()).size > 0) continue
            const writing = await handle.createWritable()
            await writing.write(new Uint8Array(500_000).fill(number))
            await writing.close()
          }
          return folder
        },
      })
    })
    await page.reload()
    await page.context().route('**/api/v1/upload-packs', () => undefined)
    await page.getByRole('button', { name: 'Upload' }).first().click()
    await page.getByRole('menuitem', { name: 'Choose a folder' }).click()
    await expect(panel(page)).toContainText('0 of 30 files')
    await page.reload()
    await expect(panel(page)).toContainText('30 of 30 files are left: shots')
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await panel(page).getByRole('button', { name: 'Resume' }).click()
    await expect(panel(page)).toContainText('30 files uploaded')
    const files = await listed(call, spaceId)
    expect(files.find(({ path }) => path === 'shots/7.bin')).toMatchObject({
      size: 500_000,
      checksum: sha256(new Uint8Array(500_000).fill(7)),
    })
  },
)

test('R2.28 a picture is pasted, and gets the time as its name', { tag: '@second' }, async ({ page, server }) => {
  const call = createClient(server)
  await enter(page, server)
  const spaceId = await openSpace(page, call)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['pixels'], 'image.png', { type: 'image/png' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(panel(page)).toContainText('1 file uploaded')
  const [pasted] = await listed(call, spaceId)
  expect(pasted?.path).toMatch(/^pasted-\d{8}-\d{6}\.png$/)
  await expect.poll(async () => (await listed(call, spaceId))[0]?.broken).toBe(true)
})
