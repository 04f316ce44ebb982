import type { Page } from '@playwright/test'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search, go to, or run a command' })
const field = (page: Page) => palette(page).getByRole('combobox')
const option = (page: Page, name: string) => palette(page).getByRole('option', { name, exact: true })

async function open(page: Page, words = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  if (words !== '') await field(page).fill(words)
}

test('R2.12 R2.35 the palette finds things by name, goes to pages, runs actions and changes settings', async ({
  page,
  context,
  server,
}) => {
  const call = createClient(server)
  for (let number = 1; number <= 7; number += 1) {
    await call(spaceEndpoints.createSpace, { body: { name: `yard ${number}`, path: `yard-${number}` } })
  }
  await enter(page, server)
  await page.goto('/welcome')
  await page.getByRole('button', { name: 'Search or run' }).click()
  await expect(field(page)).toBeFocused()

  await test.step('a thing by its name; the focus stays in the field, which says what is active', async () => {
    await field(page).fill('yard 3')
    const match = option(page, 'yard 3')
    await expect(match).toHaveAttribute('aria-selected', 'true')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await match.getAttribute('id')) ?? '?')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/space\/list\/file\//)
    await expect(page.getByRole('heading', { name: 'yard 3' })).toBeVisible()
    await expect(palette(page)).toBeHidden()
  })

  await test.step('many of a kind lead to the list that shows them all', async () => {
    await open(page, 'yard')
    await option(page, 'Show all 7 that match').click()
    await expect(page).toHaveURL(/\/space\/list\?search=yard/)
    await expect(page.getByText('Showing 1-7 of 7', { exact: true })).toBeVisible()
  })

  await test.step('what was opened before stands on top; the arrows go round', async () => {
    await open(page)
    const all = palette(page).getByRole('option')
    await expect(all.first()).toHaveText('yard 3')
    await expect(all.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(all.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(all.first()).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('Ctrl+Enter opens in a new tab and keeps this one', async () => {
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    const tab = await opened
    await expect(tab.getByRole('heading', { name: 'yard 3' })).toBeVisible()
    await tab.close()
    await expect(field(page)).toBeVisible()
  })

  await test.step('Esc closes it and gives the focus back', async () => {
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    const button = page.getByRole('button', { name: 'Search or run' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

  await test.step('actions of the page, pages and sections of the settings, in either language', async () => {
    await open(page, 'create')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Create data space' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Create data space' })).toBeHidden()
    await open(page, '外观')
    await expect(option(page, 'Settings: Appearance')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/appearance$/)
  })

  await test.step('commands', async () => {
    await open(page, 'dark theme')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await open(page, 'log out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    // The state of a page is discarded once the next one is displayed.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('places') ?? '')).not.toContain('yard 3')
  })
})

test('the palette says what it is doing: nothing found, overtaken, failed, offline', async ({ page, server }) => {
  await enter(page, server)
  await page.goto('/space/list')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('nothing matches', async () => {
    await open(page, 'no such thing')
    await expect(palette(page).getByText('Nothing matches "no such thing"')).toBeVisible()
    await expect(palette(page).getByRole('listbox')).toHaveCount(0)
  })

  await test.step('a question that is overtaken is cancelled', async () => {
    const heldUrls: string[] = []
    await page.route(/\/api\/v1\/(spaces|datasets|tasks|models)\?.*search=slow/, (route) => {
      heldUrls.push(route.request().url())
    })
    const cancelled = page.waitForEvent('requestfailed', { predicate: (one) => one.url().includes('search=slow') })
    await field(page).fill('slow')
    await expect(palette(page).getByText('Searching…')).toBeVisible()
    await expect.poll(() => heldUrls.length).toBe(4)
    await field(page).fill('settings')
    expect((await cancelled).failure()?.errorText).toMatch(/ABORTED/)
    await expect(option(page, 'Settings')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('a search that fails says so, and can be tried again', async () => {
    const refused = /\/api\/v1\/models\?.*search=broken/
    await page.route(refused, (route) =>
      route.fulfill({ status: 500, json: { code: 500001, error: 'internal', message: 'broken', requestId: 'x' } }),
    )
    await field(page).fill('broken')
    await expect(palette(page).getByRole('alert')).toContainText('The names could not be searched.')
    await page.unroute(refused)
    await palette(page).getByRole('button', { name: 'Try again' }).click()
    await expect(palette(page).getByRole('alert')).toHaveCount(0)
  })

  await test.step('offline, pages and commands can still be used', async () => {
    await server.stop()
    await field(page).fill('device')
    await expect(palette(page).getByText('The server cannot be reached.', { exact: false })).toBeVisible({
      timeout: 30_000,
    })
    await expect(option(page, 'Device')).toBeVisible()
    await expect(palette(page).getByText('Searching…')).toHaveCount(0)
  })
})

test('the shortcut sheet shows the keys of the frame and of the page, and `g` goes', async ({ page, server }) => {
  const call = createClient(server)
  await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 2, width: 320, height: 240 } })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.status).toBe('success')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await enter(page, server)
  await page.goto('/welcome')
  await expect(page.locator('#sidebar')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/data-set\/list$/)
  const link = page.locator('tbody').getByRole('link', { name: 'floor', exact: true }).first()
  await expect(link).toBeVisible()

  await test.step('not while somebody types', async () => {
    const search = page.getByRole('searchbox').first()
    await search.fill('flo')
    await search.press('?')
    await search.press('c')
    await expect(search).toHaveValue('flo?c')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await search.fill('')
    await search.blur()
    await expect(link).toBeVisible()
  })

  await test.step('the actions of a page have their keys in it', async () => {
    await page.keyboard.press('?')
    await expect(sheet).toContainText('Create dataset')
    await expect(sheet).toContainText('Search, go to, or run a command')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog', { name: 'Create dataset' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the studio has one sheet, with its own keys and those of the frame', async () => {
    await link.click()
    await page.getByRole('button', { name: /^(Start|Continue) labeling$/ }).click()
    await expect(page.getByRole('application', { name: 'Image with its shapes' })).toBeFocused()
    await page.keyboard.press('?')
    await expect(sheet).toHaveCount(1)
    for (const title of ['Images', 'Tools', 'Editing', 'View', 'Pointer', 'Everywhere', 'Go to']) {
      await expect(sheet.getByRole('heading', { name: title, exact: true })).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
})
