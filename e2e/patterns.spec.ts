import type { Page } from '@playwright/test'
import { spaceEndpoints, type SpaceCreate } from '../contract/src/spaces.ts'
import { type Call, createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

const names = (page: Page) => page.locator('tbody tr td[data-part="name"] a').allTextContents()
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`\\b${name}\\b`) })

async function makeSpaces(call: Call, count: number, more: (number: number) => Partial<SpaceCreate> = () => ({})) {
  for (let number = 1; number <= count; number += 1) {
    const name = `scan-${String(number).padStart(3, '0')}`
    await call(spaceEndpoints.createSpace, { body: { name, path: name, ...more(number) } })
  }
}

test('R2.27 R2.37 R2.38 filters, order and place of a list live in its address', async ({ page, server }) => {
  const call = createClient(server)
  await makeSpaces(call, 60, (number) => ({ tags: number % 2 === 0 ? ['east hall', 'night'] : ['east hall'] }))
  await enter(page, server)
  await page.goto('/space/list')
  await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()

  await test.step('setting one keeps the others', async () => {
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('searchbox', { name: 'Tags' }).fill('night; east')
    await expect(page.getByText('Showing 1-30 of 30', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('scan-01')
    await expect.poll(() => names(page)).toEqual(['scan-010', 'scan-012', 'scan-014', 'scan-016', 'scan-018'])
    await expect(page).toHaveURL(/tags=night%3B\+east&sort=name|sort=name.*tags=/)
  })

  await test.step('a reload, and so a link, shows the same rows', async () => {
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['scan-010', 'scan-012', 'scan-014', 'scan-016', 'scan-018'])
    await expect(page.getByRole('list', { name: 'Filters' }).getByText('Tags: night; east')).toBeVisible()
  })

  await test.step('all filters are cleared at once, and the order stays', async () => {
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()
    expect((await names(page))[0]).toBe('scan-001')
  })

  await test.step('Back returns to the page of the list and to the place in it', async () => {
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText('Showing 51-60 of 60', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()
    const list = page.locator('[data-scroll-restoration-id="list"]')
    await row(page, 'scan-040').scrollIntoViewIfNeeded()
    const scrollTop = await list.evaluate((element) => element.scrollTop)
    expect(scrollTop).toBeGreaterThan(300)
    await row(page, 'scan-040').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'scan-040' })).toBeVisible()
    await page.goBack()
    await expect(row(page, 'scan-040')).toBeInViewport()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(scrollTop)
  })

  await test.step('what fits nothing says so, and leads back', async () => {
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nothing like it')
    await expect(page.getByText('No data space matches')).toBeVisible()
    await expect(page.getByText('Nothing matches “nothing like it”.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear the search' }).click()
    await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()
  })
})

test('R2.37 the choice of columns and the size of a page are remembered', async ({ page, server }) => {
  await makeSpaces(createClient(server), 25)
  await enter(page, server)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Path' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'Path' })).toHaveCount(0)
  await page.getByLabel('Items per page').selectOption('20')
  await expect(page.getByText('Showing 1-20 of 25', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Showing 1-20 of 25', { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Path' })).toHaveCount(0)
  await page.goto('/data-set/list')
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await expect(page.getByRole('columnheader', { name: 'Path' })).toBeVisible()
})

test('many are deleted at once, and what failed is told and tried again', async ({ page, server }) => {
  const call = createClient(server)
  await makeSpaces(call, 24)
  const [refused] = (await call(spaceEndpoints.listSpaces, { query: { search: 'scan-004' } })).items
  await enter(page, server)
  await page.goto('/space/list?sort=name')
  await page.getByRole('checkbox', { name: 'Select scan-002' }).check()
  await page.keyboard.down('Shift')
  await page.getByRole('checkbox', { name: 'Select scan-006' }).click()
  await page.keyboard.up('Shift')
  await expect(page.getByRole('toolbar', { name: '5 selected' })).toBeVisible()

  await page.route(`**/spaces/${refused?.id}`, (route) =>
    route.fulfill({
      status: 500,
      json: { code: 500, message: 'Request failed. Request id r-4', data: { error: 'internal' }, requestId: 'r-4' },
    }),
  )
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 5 data spaces?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('4 of 5 done; 1 failed:')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('scan-004 Request failed. Request id r-4')
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try 1 again' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Showing 1-19 of 19', { exact: true })).toBeVisible()

  await page.getByLabel('Items per page').selectOption('20')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('scan-0')
  await expect(page).toHaveURL(/search=scan-0/)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('toolbar', { name: '19 selected' })).toBeVisible()
  await makeSpaces(call, 5, (number) => ({ name: `more-scan-0${number}`, path: `more-${number}` }))
  await page.getByRole('button', { name: 'Select all 24 that match' }).click()
  await expect(page.getByRole('toolbar', { name: '24 selected' })).toBeVisible()
})

test('a new row does not move what is about to be clicked', async ({ page, server }) => {
  const call = createClient(server)
  await makeSpaces(call, 3)
  await enter(page, server)
  await page.goto('/space/list')
  await row(page, 'scan-002').hover()
  const previousBox = await row(page, 'scan-002').boundingBox()
  await call(spaceEndpoints.createSpace, { body: { name: 'arrived', path: 'arrived' } })
  const [third] = (await call(spaceEndpoints.listSpaces, { query: { search: 'scan-003' } })).items
  await call(spaceEndpoints.updateSpace, {
    params: { spaceId: third?.id ?? '' },
    body: { description: 'changed here' },
  })
  await expect(page.getByText('1 new')).toBeVisible()
  await expect(page.getByText('changed here')).toBeVisible()
  expect(await row(page, 'scan-002').boundingBox()).toEqual(previousBox)
  expect(await names(page)).toEqual(['scan-003', 'scan-002', 'scan-001'])
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['arrived', 'scan-003', 'scan-002', 'scan-001'])

  await row(page, 'scan-002').hover()
  await call(spaceEndpoints.createSpace, { body: { name: 'another', path: 'another' } })
  await expect(page.getByText('1 new')).toBeVisible()
  await page.getByRole('heading', { name: 'Data spaces' }).hover()
  await expect.poll(async () => (await names(page))[0]).toBe('another')

  // User actions scroll the list wherever the pointer is.
  await page.getByRole('button', { name: 'Actions on scan-002' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row(page, 'scan-003').hover()
  await expect.poll(() => names(page)).toEqual(['another', 'arrived', 'scan-003', 'scan-001'])
})

test('R2.27 an edit is taken back with the name and the tags that were there before', async ({ page, server }) => {
  const call = createClient(server)
  await makeSpaces(call, 1, () => ({ tags: ['night'] }))
  await enter(page, server)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Actions on scan-001' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('renamed')
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Tags' }).fill('east hall; west;')
  for (const tag of ['night', 'east hall', 'west']) await expect(form.getByTitle(tag, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'renamed')).toContainText('west')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'scan-001')).toContainText('night')
  await expect(row(page, 'scan-001')).not.toContainText('west')
  await expect(page.getByText('Undone')).toBeVisible()
})

test('a phone shows lists as cards, with nothing cut off', async ({ page, server }) => {
  const call = createClient(server)
  await makeSpaces(call, 3)
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, server)
  for (const address of ['/space/list', '/data-set/list', '/compute/tasks', '/model/list']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(wider, address).toBeLessThanOrEqual(0)
  }
  await page.goto('/space/list')
  const menu = page.getByRole('button', { name: 'Actions on scan-002' })
  const box = await menu.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeInViewport()
})
