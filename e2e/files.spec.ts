import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { fromBuffer } from 'yauzl'
import { fileOperationEndpoints } from '../contract/src/files/operations.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { bar, cell, inMenu, list, row, space, text } from './support/content/files.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.28 R3.07 R2.37 five thousand files: three views of one selection, all of them deleted and taken back', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 5_000 }, (_, number) => `part-${String(number).padStart(4, '0')}.txt`)
  const { address, count } = await space(server, names.map(text))
  await enter(page, server)
  await page.goto(address)

  await test.step('the selection is the same in each view, and the address tells the view', async () => {
    await cell(page, 'part-0001.txt').click()
    await cell(page, 'part-0003.txt').click({ modifiers: ['Shift'] })
    await expect(bar(page, '3 selected')).toBeVisible()
    await page.getByTitle('Table').click()
    await expect(page).toHaveURL(/view=table/)
    await expect(page.getByRole('row', { selected: true })).toHaveCount(3)
    await expect(row(page, 'part-0001.txt')).toContainText('24 B')
    await row(page, 'part-0002.txt').click({ modifiers: ['ControlOrMeta'] })
    await page.getByTitle('Gallery').click()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(2)
  })

  await test.step('any place is reached at once, and Back leads to where one was', async () => {
    await page.goto(`${address}?view=table&sort=-name`)
    await expect(row(page, 'part-4999.txt')).toBeVisible()
    await page.getByRole('grid', { name: 'Files' }).focus()
    await page.keyboard.press('End')
    await expect(row(page, 'part-0000.txt')).toBeVisible()
    await page.getByRole('grid', { name: 'Files' }).hover()
    await page.mouse.wheel(0, -60_000)
    await expect(row(page, 'part-0000.txt')).toHaveCount(0)
    const there = page.getByRole('row').nth(12)
    await expect(there).toContainText('part-')
    const rowText = await there.textContent()
    await page.getByRole('link', { name: 'Dataset', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dataset' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('row').filter({ hasText: rowText?.slice(0, 13) ?? '?' })).toBeVisible()
  })

  await test.step('Ctrl+A is all of them, loaded or not; deleted by a job, and restored by Undo', async () => {
    await page.goto(address)
    await list(page).focus()
    await page.keyboard.press('Control+a')
    await expect(bar(page, '5,000 selected')).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(page.getByText('This goes on in the background')).toBeVisible()
    // A hovered notice stays.
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect(page.getByRole('heading', { name: 'There are no files here yet' })).toBeVisible()
    expect(await count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => count()).toBe(5_000)
    await expect(cell(page, 'part-0000.txt')).toBeVisible()
  })
})

test('R2.28 folders are made, files renamed and moved by dialog, drag, cut and paste; deleted ones restored from the trash', async ({
  page,
  server,
}) => {
  const { address, call, id, count } = await space(server, ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'old/e.txt'].map(text))
  await enter(page, server)
  await page.goto(address)

  await test.step('a folder', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await inMenu(page, 'New folder').click()
    await page.getByLabel('Name of the folder').fill('night')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'night')).toBeVisible()
    await expect(page.getByText('2 folders · 4 files')).toBeVisible()
  })

  await test.step('F2 renames in place, and Undo gives the name back', async () => {
    await cell(page, 'a.txt').click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'New name of a.txt' }).fill('first.txt')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'first.txt')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(cell(page, 'a.txt')).toBeVisible()
  })

  await test.step('moved by the dialog', async () => {
    await cell(page, 'a.txt').click({ button: 'right' })
    await inMenu(page, 'Move to…').click()
    const dialog = page.getByRole('dialog', { name: 'Move 1 item' })
    await dialog.getByRole('treeitem', { name: 'night' }).getByRole('button').click()
    await dialog.getByRole('button', { name: 'Move here' }).click()
    await expect(cell(page, 'a.txt')).toHaveCount(0)
    expect(await count('night')).toBe(1)
  })

  await test.step('dragged onto a folder, and from there onto the breadcrumb', async () => {
    await cell(page, 'b.txt').click()
    await cell(page, 'c.txt').click({ modifiers: ['ControlOrMeta'] })
    await cell(page, 'c.txt').dragTo(cell(page, 'night'))
    await expect(cell(page, 'b.txt')).toHaveCount(0)
    await expect.poll(() => count('night')).toBe(3)
    await cell(page, 'night').dblclick()
    await expect(page).toHaveURL(/folder=night/)
    await cell(page, 'night/b.txt').click()
    await cell(page, 'night/b.txt').dragTo(page.getByRole('link', { name: 'All files' }))
    await expect.poll(() => count('night')).toBe(2)
  })

  await test.step('cut here and pasted there', async () => {
    await cell(page, 'night/c.txt').click()
    await page.keyboard.press('Control+x')
    await expect(cell(page, 'night/c.txt')).toHaveAttribute('data-leaving', 'true')
    await page.keyboard.press('Backspace')
    await cell(page, 'old').dblclick()
    await expect(cell(page, 'old/e.txt')).toBeVisible()
    await page.keyboard.press('Control+v')
    await expect(cell(page, 'old/c.txt')).toBeVisible()
    expect(await count('night')).toBe(1)
  })

  await test.step('deleted, and back from the trash', async () => {
    await cell(page, 'old/e.txt').click()
    await page.keyboard.press('Delete')
    await expect(page.getByText('1 file deleted')).toBeVisible()
    await page.getByRole('button', { name: 'More actions' }).click()
    await inMenu(page, 'Trash').click()
    await expect(page.getByText('Showing 1-1 of 1')).toBeVisible()
    await expect(row(page, 'e.txt')).toContainText('admin')
    await expect(row(page, 'e.txt')).toContainText('30 days')
    await row(page, 'e.txt').getByRole('button', { name: 'Restore' }).click()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    const { items } = await call(fileEndpoints.listFiles, { params: { spaceId: id }, query: { folder: 'old' } })
    expect(items.map(({ path }) => path).toSorted()).toEqual(['old/c.txt', 'old/e.txt'])
  })
})

test('R2.28 R2.38 files are found by pattern, tags and what a link says; a selection is downloaded as one zip', async ({
  page,
  server,
}) => {
  const picture = await sharp({ create: { width: 64, height: 32, channels: 3, background: '#804020' } })
    .png()
    .toBuffer()
  const { address, call, id } = await space(server, [
    ...['day/image_0001.txt', 'day/image_0002.txt', 'night/image_0003.txt', 'image_10.txt'].map(text),
    { path: 'broken.png', content: Buffer.from('no picture') },
    { path: 'wide.png', content: picture },
  ])
  const all = await call(fileEndpoints.listFiles, { params: { spaceId: id }, query: { recursive: 'true' } })
  const idOf = (path: string) => all.items.find((file) => file.path === path)?.id ?? ''
  const tag = (path: string, add: string[]) =>
    call(fileOperationEndpoints.tagFiles, {
      params: { spaceId: id },
      body: { selection: { fileIds: [idOf(path)] }, add },
    })
  await tag('day/image_0001.txt', ['scratch', 'line 7'])
  await tag('day/image_0002.txt', ['scratch'])
  await enter(page, server)
  await page.goto(address)
  const options = list(page).getByRole('option')

  await test.step('a pattern looks everywhere below, until one says otherwise', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill('image_????.txt')
    await expect(options).toHaveCount(3)
    await page.getByText('In this folder').click()
    await expect(page.getByRole('heading', { name: 'No file matches' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).first().click()
    await expect(options).toHaveCount(5)
  })

  await test.step('tags are separated by ; and each is looked for', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('searchbox', { name: 'Tags' }).fill('scratch; line')
    await expect(options).toHaveCount(1)
    await expect(cell(page, 'day/image_0001.txt')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByText('Tags: scratch; line')).toBeVisible()
    await expect(options).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove the filter Tags: scratch; line' }).click()
    await expect(options).toHaveCount(5)
  })

  await test.step('what a link of the report says is shown as chips', async () => {
    await page.goto(`${address}?recursive=true&extension=png&minimumAspect=1.5`)
    await expect(page.getByText('Type: .png')).toBeVisible()
    await expect(page.getByText('Aspect: ≥ 1.5')).toBeVisible()
    await expect(options).toHaveCount(1)
    await page.goto(`${address}?broken=true`)
    await expect(cell(page, 'broken.png')).toContainText('Cannot be read')
  })

  await test.step('a folder and a file go into one zip', async () => {
    await page.goto(address)
    await cell(page, 'day').click()
    await cell(page, 'image_10.txt').click({ modifiers: ['ControlOrMeta'] })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar(page, '2 selected').getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^line.*\.zip$/)
    const names = await namesIn(await readFile(await download.path()))
    expect(names.filter((name) => !name.endsWith('/')).toSorted()).toEqual([
      'day/image_0001.txt',
      'day/image_0002.txt',
      'image_10.txt',
    ])
  })
})

function namesIn(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, (problem, file) => {
      if (file === undefined) return reject(problem)
      const names: string[] = []
      file.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName))
      file.on('end', () => resolve(names))
      file.on('error', reject)
    })
  })
}
