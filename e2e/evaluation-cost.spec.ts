import sharp from 'sharp'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { fill } from './support/content/fill.ts'
import { createModelServices } from './support/generation/scored-dataset.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { createClient } from './support/server/client.ts'
import { startModels } from './support/server/models-service.ts'
import { expect, test } from './support/story.ts'

test('R3.10 what an evaluation costs is told as its form is filled in, the last answer stays meanwhile, and an error loses nothing', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  const models = await startModels({ reply: '', pauseAfter: 0 })
  await createModelServices(call, models.address)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'costs', path: 'costs' } })
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: '#204060' } })
  await fill(server, spaceId, [{ path: 'one.png', content: await image.png().toBuffer() }])
  await prefer(page)
  await enter(page, server)
  // Open queries are repeated once the event stream connects: the same question twice.
  const requests = new Set<string | null>()
  page.on('request', (request) => {
    if (request.url().endsWith('/evaluations/estimate')) requests.add(request.postData())
  })
  await page.goto(`/space/list/file/${spaceId}/evaluations?create=true`)
  const form = page.getByRole('dialog')
  const free = form.getByText('1 image · no service is asked, it costs nothing')
  await expect(free).toBeVisible()
  expect(requests.size).toBe(1)
  // A single model needs no joint score.
  const joint = form.getByRole('combobox', { name: 'Joint score' })
  await expect(joint).toBeHidden()

  await test.step('the name costs nothing, and the next answer takes the place of the last once it is there', async () => {
    await form.getByRole('textbox', { name: 'Name' }).fill('other name')
    const held = Promise.withResolvers<undefined>()
    await page.route('**/evaluations/estimate', async (route) => {
      await held.promise
      await route.continue()
    })
    const request = page.waitForRequest('**/evaluations/estimate')
    await form.getByRole('combobox', { name: 'Models' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'judge (judge)' }).click()
    await page.keyboard.press('Escape')
    await request
    await expect(free).toHaveAttribute('data-outdated', 'true')
    held.resolve(undefined)
    await expect(form.getByText(/^1 image · 1 call · about [\d,]+ tokens$/)).toBeVisible()
    expect(requests.size).toBe(2)
    await expect(
      form.locator('.ant-form-item').filter({ has: page.getByRole('combobox', { name: 'Joint score' }) }),
    ).toContainText('Mean')
    await page.unroute('**/evaluations/estimate')
  })

  await test.step('nothing is asked while the form cannot be answered', async () => {
    const remove = form.locator('.ant-select-selection-item-remove').first()
    await remove.click()
    await remove.click()
    await expect(form.getByText('Told as soon as it is chosen which models score, and by what.')).toBeVisible()
    // Between the two presses the remaining model may be requested.
    expect([...requests].join()).not.toContain('"models":[]')
  })

  await test.step('an error is told in its place, and asked for again', async () => {
    await page.route('**/evaluations/estimate', (route) => route.abort())
    await form.getByRole('combobox', { name: 'Models' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'moody (moody)' }).click()
    await page.keyboard.press('Escape')
    await expect(form.getByText(/^The cost could not be estimated: /)).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('other name')
    await page.unroute('**/evaluations/estimate')
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(form.getByText(/^1 image · 1 call · about/)).toBeVisible()
  })

  await test.step('what is scored already is told to be reused', async () => {
    await form.locator('.ant-select-selection-item-remove').click()
    await form.getByRole('combobox', { name: 'Models' }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Image statistics' }).click()
    await page.keyboard.press('Escape')
    await expect(free).toBeVisible()
    await form.getByRole('button', { name: 'Evaluate' }).click()
    await expect(page.locator('h1 + *').getByText('Success')).toBeVisible()
    await page.goto(`/space/list/file/${spaceId}/evaluations?create=true`)
    await expect(form.getByText('The image is scored already: its scores are reused', { exact: true })).toBeVisible()
  })
})
