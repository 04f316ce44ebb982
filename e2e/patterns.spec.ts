import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { spaceEndpoints, type SpaceCreate } from '../contract/src/spaces.ts'
import { type Call, createClient } from './support/client.ts'
import { signIn } from './support/screen.ts'
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
  const call = await createClient(server)
  await makeSpaces(call, 60, (number) => ({ tags: number % 2 === 0 ? ['east hall', 'night'] : ['east hall'] }))
  await signIn(page)
  await page.goto('/space/list')
  await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()

  await test.step('setting one keeps the others', async () => {
    await page.getByRole('searchbox', { name: 'Tags' }).fill('night; east')
    await expect(page.getByText('Showing 1-30 of 30', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('scan-01')
    await expect.poll(() => names(page)).toEqual(['scan-010', 'scan-012', 'scan-014', 'scan-016', 'scan-018'])
    await expect(page).toHaveURL(/tags=night%3B\+east&sort=name|sort=name.*tags=/)
  })

  await test.step('a reload, and so a link, shows the same rows', async () => {
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['scan-010', 'scan-012', 'scan-014', 'scan-016', 'scan-018'])
    await expect(page.getByRole('searchbox', { name: 'Tags' })).toHaveValue('night; east')
  })

  await test.step('all filters are cleared at once, and the order stays', async () => {
    await page.getByRole('button', { name: 'Clear the filters' }).click()
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
    const place = await list.evaluate((element) => element.scrollTop)
    expect(place).toBeGreaterThan(300)
    await row(page, 'scan-040').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'scan-040' })).toBeVisible()
    await page.goBack()
    await expect(row(page, 'scan-040')).toBeInViewport()
    expect(await list.evaluate((element) => element.scrollTop)).toBe(place)
  })

  await test.step('what fits nothing says so, and leads back', async () => {
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nothing like it')
    await expect(page.getByText('No data space matches')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Clear the filters' }).last().click()
    await expect(page.getByText('Showing 1-50 of 60', { exact: true })).toBeVisible()
  })
})

test('R2.37 the choice of columns and the size of a page are remembered', async ({ page, server }) => {
  await makeSpaces(await createClient(server), 25)
  await signIn(page)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Path' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()
  await expect(page.getByRole('columnheader', { name: 'Path' })).toHaveCount(0)
  await page.getByLabel('Rows per page').selectOption('20')
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
  const call = await createClient(server)
  await makeSpaces(call, 24)
  const [refused] = (await call(spaceEndpoints.listSpaces, { query: { search: 'scan-004' } })).items
  await signIn(page)
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

  await page.getByLabel('Rows per page').selectOption('20')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('scan-0')
  await expect(page).toHaveURL(/search=scan-0/)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByRole('toolbar', { name: '19 selected' })).toBeVisible()
})

test('a new row does not move what is about to be clicked', async ({ page, server }) => {
  const call = await createClient(server)
  await makeSpaces(call, 3)
  await signIn(page)
  await page.goto('/space/list')
  await row(page, 'scan-002').hover()
  const before = await row(page, 'scan-002').boundingBox()
  await call(spaceEndpoints.createSpace, { body: { name: 'arrived', path: 'arrived' } })
  const [third] = (await call(spaceEndpoints.listSpaces, { query: { search: 'scan-003' } })).items
  await call(spaceEndpoints.updateSpace, {
    params: { spaceId: third?.id ?? '' },
    body: { description: 'changed here' },
  })
  await expect(page.getByText('1 new')).toBeVisible()
  await expect(page.getByText('changed here')).toBeVisible()
  expect(await row(page, 'scan-002').boundingBox()).toEqual(before)
  expect(await names(page)).toEqual(['scan-003', 'scan-002', 'scan-001'])
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => names(page)).toEqual(['arrived', 'scan-003', 'scan-002', 'scan-001'])

  await row(page, 'scan-002').hover()
  await call(spaceEndpoints.createSpace, { body: { name: 'another', path: 'another' } })
  await expect(page.getByText('1 new')).toBeVisible()
  await page.getByRole('heading', { name: 'Data spaces' }).hover()
  await expect.poll(async () => (await names(page))[0]).toBe('another')
})

test('R2.25 R2.28 files are selected by click, Shift, Ctrl, rectangle and Ctrl+A, in each view, and Space previews', async ({
  page,
  server,
}) => {
  const call = await createClient(server)
  await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 12 } })
  const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
  await expect.poll(async () => (await datasets()).items[0]?.status, { timeout: 30_000 }).toBe('success')
  const [dataset] = (await datasets()).items
  await signIn(page)
  await page.goto(`/space/list/file/${dataset?.spaceId}`)
  const cell = (name: string) => page.getByRole('option', { name: new RegExp(name) })
  const selected = () => page.getByRole('option', { selected: true }).count()
  await expect(page.getByRole('option')).toHaveCount(12)

  await test.step('click, Shift and Ctrl', async () => {
    await cell('scene-00001').click()
    await cell('scene-00004').click({ modifiers: ['Shift'] })
    expect(await selected()).toBe(4)
    await cell('scene-00002').click({ modifiers: ['ControlOrMeta'] })
    expect(await selected()).toBe(3)
    await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
  })

  await test.step('a rectangle drawn with the pointer', async () => {
    const [from, to] = [await cell('scene-00000').boundingBox(), await cell('scene-00002').boundingBox()]
    if (from === null || to === null) throw new Error('the cells are not on the page')
    await page.mouse.move(from.x + 20, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + 60, { steps: 5 })
    await page.mouse.up()
    await expect(page.getByRole('toolbar', { name: '3 selected' })).toBeVisible()
    await expect(cell('scene-00000')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the keyboard alone', async () => {
    await cell('scene-00002').focus()
    await page.keyboard.press('Home')
    await expect(cell('scene-00000')).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('toolbar', { name: '12 selected' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(' ')
    const preview = page.getByRole('dialog', { name: /^Preview of scene-0000/ })
    await expect(preview).toBeVisible()
    await page.keyboard.press(' ')
    await expect(preview).toBeHidden()
  })

  await test.step('the view is in the address, and the same in the dataset', async () => {
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Gallery').click()
    await expect(page).toHaveURL(/view=gallery/)
    await page.reload()
    await expect(page.getByRole('option', { name: 'scene-00003.jpg' })).toBeVisible()
    await page.goto(`/data-set/list/file/${dataset?.id}?view=large`)
    await cell('scene-00001').click()
    await page.keyboard.press(' ')
    await expect(page.getByRole('dialog', { name: 'Preview of scene-00001.jpg' })).toBeVisible()
    await page.keyboard.press('Escape')
    await cell('scene-00001').dblclick()
    await expect(page).toHaveURL(/annotate/)
  })
})

test('what is gone says so, and leads back to its list', async ({ page }) => {
  await signIn(page)
  for (const [address, words, back] of [
    ['/compute/taskdetail/gone', 'This task no longer exists', 'To the training tasks'],
    ['/space/list/file/gone', 'This data space no longer exists', 'To the data spaces'],
    ['/data-set/list/file/gone', 'This dataset no longer exists', 'To the datasets'],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await page.getByRole('link', { name: back }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(/\/(compute\/tasks|space\/list|data-set\/list)$/)
  }
})
