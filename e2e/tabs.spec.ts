import type { Page, Route } from '@playwright/test'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { createClient } from './support/server/client.ts'
import { cell, inMenu, space, text } from './support/content/files.ts'
import { fill } from './support/content/fill.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { password } from './support/server/session.ts'
import { expect, test } from './support/story.ts'

async function fillSignIn(page: Page): Promise<void> {
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
}

test('R4.09 signing out in one tab leads all of them to /login, and signing in lets them go on where they were', async ({
  context,
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/welcome')
  const other = await context.newPage()
  await prefer(other)
  await other.goto('/space/list?search=floor')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(other.getByText('You signed out in another tab')).toBeVisible()
  await expect(other).toHaveURL(/\/login\?redirect=/)

  await fillSignIn(page)
  await expect(page).toHaveURL(/\/welcome$/)
  await expect(other).toHaveURL(/\/space\/list\?search=floor$/)
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
})

test('R4.11 theme and language of one tab are those of all', async ({ context, page, server }) => {
  await enter(page, server)
  await page.goto('/welcome')
  const other = await context.newPage()
  await other.goto('/space/list')
  await expect(other.getByRole('heading', { name: 'Data Space', level: 1 })).toBeVisible()
  await page.evaluate(() => {
    const { state } = JSON.parse(localStorage.getItem('system') ?? '{}') as { state: object }
    localStorage.setItem('system', JSON.stringify({ state: { ...state, theme: 'dark', lang: 'zh-CN' }, version: 0 }))
  })
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('heading', { name: '数据空间', level: 1 })).toBeVisible()
})

test('eight open tabs all work and all hear the news, over HTTP/1.1 with its six connections', async ({
  context,
  page,
  server,
}) => {
  await enter(page, server)
  await page.goto('/welcome')
  const tabs = [page]
  while (tabs.length < 8) {
    const tab = await context.newPage()
    await tab.goto('/space/list')
    await expect(tab.getByRole('heading', { name: 'Data Space', level: 1 })).toBeVisible()
    tabs.push(tab)
  }
  await page.goto('/space/list')
  const call = createClient(server)
  const create = (name: string) => call(spaceEndpoints.createSpace, { body: { name, path: name } })
  await create('heard-by-all')
  for (const tab of tabs) await expect(tab.getByText('heard-by-all').first()).toBeVisible()
  // The tab with the shared stream closes, and the others still receive events.
  await page.close()
  await create('heard-by-the-rest')
  for (const tab of tabs.slice(1)) await expect(tab.getByText('heard-by-the-rest').first()).toBeVisible()
})

test('what changed between the answers that are shown and the first news is shown with the first news', async ({
  page,
  server,
}) => {
  const { address, id } = await space(server, [text('a.txt')])
  await enter(page, server)
  await page.goto('/welcome')
  // A tab with its own stream, which a story can hold back.
  await page.addInitScript(() => Object.defineProperty(window, 'SharedWorker', { value: undefined }))
  const streams: Route[] = []
  await page.route('**/api/v1/events', (route) => void streams.push(route))
  await page.goto(address)
  await expect(cell(page, 'a.txt')).toBeVisible()
  await expect.poll(() => streams.length).toBe(1)
  await fill(server, id, [text('b.txt')])
  await page.waitForTimeout(1_500)
  await expect(cell(page, 'b.txt')).toBeHidden()
  await streams[0]?.continue()
  await expect(cell(page, 'b.txt')).toBeVisible()
})

test('R4.09 what was listed and cut is forgotten at a sign-out: whoever signs in next begins anew', async ({
  page,
  server,
}) => {
  const { address } = await space(server, [text('a.txt')])
  await enter(page, server)
  await page.goto(address)
  await cell(page, 'a.txt').click()
  await page.keyboard.press('Control+x')
  await expect(cell(page, 'a.txt')).toHaveAttribute('data-leaving', 'true')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await fillSignIn(page)
  await expect(page).toHaveURL(/\/welcome$/)
  const lists: Route[] = []
  let isHeld = true
  await page.route('**/api/v1/spaces/*/files?*', (route) => (isHeld ? void lists.push(route) : route.continue()))
  await page.getByRole('link', { name: 'Data Space', exact: true }).first().click()
  await page.getByRole('link', { name: 'line', exact: true }).click()
  await expect.poll(() => lists.length).toBeGreaterThan(0)
  await expect(cell(page, 'a.txt')).toBeHidden()
  isHeld = false
  for (const list of lists) await list.continue()
  await expect(cell(page, 'a.txt')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(inMenu(page, 'New folder')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Paste/ })).toHaveCount(0)
})
