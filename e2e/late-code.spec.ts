import type { Page } from '@playwright/test'
import { annotationEndpoints } from '../contract/src/annotation.ts'
import { enter } from './support/screen/screen.ts'
import { expect } from './support/story.ts'
import { studio } from './support/studio/studio.ts'
import { image, open, test } from './support/studio/world.ts'

/** Milliseconds without any code arriving. */
const cutFor = 1_500

/** Fails every request for code until the returned function is called, which returns their number. */
async function cutCode(page: Page): Promise<() => Promise<number>> {
  const code = /\/assets\/.*\.(js|css)(\.br)?$/
  let requests = 0
  await page.route(code, (route) => {
    requests += 1
    return route.abort('internetdisconnected')
  })
  return async () => {
    await page.unroute(code)
    return requests
  }
}

test('a part of the program that does not come is asked for again; nothing typed is lost, and the page is not loaded anew', async ({
  page,
  world,
}) => {
  await enter(page, world)
  await page.goto('/space/list')
  await page.getByRole('button', { name: 'Create data space' }).first().click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill('typed before the network changed')
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))

  const restore = await cutCode(page)
  await name.press('Escape')
  const discard = page.getByRole('button', { name: 'Discard' })
  await expect(discard).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(discard).toBeHidden()
  await expect(name).toHaveValue('typed before the network changed')
  await name.press('Escape')
  await discard.click()
  await page.keyboard.press('Control+k')
  await page.waitForTimeout(cutFor)
  expect(await restore()).toBeGreaterThan(1)
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Escape')

  const restorePage = await cutCode(page)
  const navigation = page.getByRole('navigation', { name: 'Main navigation' })
  await navigation.getByRole('link', { name: 'Resource' }).click()
  await page.waitForTimeout(cutFor)
  expect(await restorePage()).toBeGreaterThan(1)
  await expect(page.locator('main h1')).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
})

test('what is drawn while parts of the studio do not come is kept and saved', async ({ page, world }) => {
  const { dataset, items } = await world.make('target-detection', 'late code')
  const { draw, shapes, saved } = studio(page)
  await enter(page, world)
  await open(page, dataset, items[0])
  await draw(image, 0, { x: 40, y: 40, width: 60, height: 50 })
  await expect(shapes).toHaveCount(1)

  const restore = await cutCode(page)
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+k')
  await draw(image, 0, { x: 140, y: 90, width: 60, height: 50 })
  await page.waitForTimeout(cutFor)
  await expect(shapes).toHaveCount(2)
  expect(await restore()).toBeGreaterThan(1)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await saved()
  const stored = async () =>
    (await world.call(annotationEndpoints.getAnnotation, { params: { itemId: items[0]!.id } })).shapes
  await expect.poll(async () => (await stored()).length).toBe(2)
})

test('a page whose program does not come says so, and starts once it can be had', async ({ page, world }) => {
  const restore = await cutCode(page)
  await page.goto(`${world.address}/login`)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.waitForTimeout(cutFor)
  expect(await restore()).toBeGreaterThan(1)
  await expect(page.locator('input[type=password]')).toBeVisible()
})
