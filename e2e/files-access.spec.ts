import { fileEndpoints } from '../contract/src/files.ts'
import { bar, cell, row, space, text } from './support/content/files.ts'
import { eachOnce } from './support/screen/looks.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'
import { findViolations } from './support/screen/violations.ts'

test('R2.28 the keyboard alone goes through folders, selects, tags and previews', async ({ page, server }) => {
  const { address, call, id } = await space(server, ['a.txt', 'b.txt', 'c.txt', 'deep/inner/x.txt'].map(text))
  await enter(page, server)
  await page.goto(`${address}?view=table`)
  const grid = page.getByRole('grid', { name: 'Files' })
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(row(page, 'inner')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(row(page, 'x.txt')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(row(page, 'inner')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(row(page, 'a.txt')).toBeVisible()
  await expect(grid).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar(page, '2 selected')).toBeVisible()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Tags of 2 items' }).waitFor()
  await expect(page.getByLabel(/^Add/)).toBeFocused()
  await page.keyboard.type('night;')
  await page.getByRole('button', { name: 'Change tags' }).press('Enter')
  await expect(row(page, 'c.txt')).toContainText('night')
  await expect(grid).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog', { name: 'Preview of c.txt' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('dialog', { name: 'Preview of b.txt' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'b.txt')).toHaveAttribute('aria-selected', 'true')
  const { items } = await call(fileEndpoints.listFiles, { params: { spaceId: id }, query: { tags: 'night' } })
  expect(items.map(({ name }) => name)).toEqual(['b.txt', 'c.txt'])
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Go to the folder above')
})

test('R8.06 a list that fails says so and is asked for again; in both languages and themes, on a phone too', async ({
  browser,
  server,
}) => {
  const { address } = await space(server, ['a.txt', 'day/b.txt', 'night/c.txt'].map(text))
  const words = {
    'zh-CN': { table: '表格', retry: '重试', failed: '加载失败', filters: '筛选', empty: '没有匹配的文件' },
    'en-US': {
      table: 'Table',
      retry: 'Try again',
      failed: 'This could not be loaded',
      filters: 'Filters',
      empty: 'No file matches',
    },
  } as const
  for (const look of eachOnce) {
    const context = await browser.newContext({
      baseURL: server.address,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const wording = words[look.lang]
    await prefer(page, look)
    await enter(page, server)
    await page.goto('/welcome')
    // The first event would reload the list: events are held back in a stream of this tab alone.
    await page.addInitScript(() => Object.defineProperty(window, 'SharedWorker', { value: undefined }))
    await page.route('**/api/v1/events', () => undefined)
    await page.route('**/files?*', (route) =>
      route.fulfill({ status: 500, json: { code: 50000, message: 'x', data: { error: 'internal' }, requestId: 'r1' } }),
    )
    await page.goto(address)
    await expect(page.getByRole('heading', { name: wording.failed })).toBeVisible()
    await page.unroute('**/files?*')
    await page.getByRole('button', { name: wording.retry }).click()
    await expect(cell(page, 'a.txt')).toBeVisible()
    await page.unroute('**/api/v1/events')
    expect(await findViolations(page)).toEqual([])
    await page.getByTitle(wording.table).click()
    await row(page, 'a.txt').click()
    expect(await findViolations(page)).toEqual([])
    await page.goto(`${address}?search=nothing`)
    await expect(page.getByRole('heading', { name: wording.empty })).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(address)
    await page.getByRole('button', { name: wording.filters }).click()
    await expect(page.locator('fieldset select').first()).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
    expect(await findViolations(page)).toEqual([])
    await context.close()
  }
})
