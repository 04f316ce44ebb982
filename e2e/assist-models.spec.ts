import sharp from 'sharp'
import { imageSearchEndpoints } from '../contract/src/image-search.ts'
import { spaceEndpoints } from '../contract/src/spaces.ts'
import { type FakeHub, startFakeHub } from '../server/src/areas/assist/testing/fake-hub.ts'
import { tinyModels } from '../server/src/areas/assist/testing/tiny-models.ts'
import { putFiles } from './support/content/put-files.ts'
import { createClient } from './support/server/client.ts'
import { startServer } from './support/server/server.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test as base } from './support/story.ts'

/** A server with tiny models to fetch, and the hub that has them. */
const test = base.extend<{ hub: FakeHub }>({
  hub: async ({}, use) => {
    const hub = await startFakeHub(Object.values(tinyModels))
    await use(hub)
    await hub.stop()
  },
  server: async ({}, use) => {
    const server = await startServer({ program: ['server/src/areas/assist/testing/serve.ts'] })
    await use(server)
    await server.stop()
  },
})

test('R1.03 R2.31 a model is fetched from a mirror, cut off twice and gone on with; then words in Chinese find what a picture shows', async ({
  page,
  server,
  hub,
}) => {
  const call = createClient(server)
  const { id: spaceId } = await call(spaceEndpoints.createSpace, { body: { name: 'colours', path: 'colours' } })
  const files = Object.entries({ a: '#f01010', b: '#10f010', c: '#1010f0' }).map(async ([name, background]) => {
    const create = { width: 64, height: 64, channels: 3, background } as const
    return [`${name}.png`, await sharp({ create }).png().toBuffer()] as const
  })
  await putFiles(server, spaceId, Object.fromEntries(await Promise.all(files)))
  await call(imageSearchEndpoints.buildSearchIndex, { body: {} })
  await enter(page, server)
  await prefer(page, { lang: 'en-US' })

  await test.step('without a model, words find names, and the page says how to get one', async () => {
    await page.goto(`/data-set/search?mode=text&words=${encodeURIComponent('红色')}`)
    await expect(page.getByText('No image matches')).toBeVisible()
    await page.getByRole('link', { name: 'Get a model for that' }).click()
    await expect(page).toHaveURL(/settings\/assist-models$/)
  })

  await test.step('the mirror is set, and the model comes although it is cut off twice', async () => {
    expect(hub.asked).toEqual([])
    await page.getByLabel('Address of the hub').fill('nowhere')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Please enter an address that begins with https:// or http://')
    await page.getByLabel('Address of the hub').fill(hub.address)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Saved')).toBeVisible()
    hub.cuts = 2
    await page.getByRole('button', { name: 'Fetch Tiny embedder' }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Tiny embedder' })
    await expect(row.getByText('Ready', { exact: true })).toBeVisible()
    await expect(row.getByText('In use')).toBeVisible()
    expect(hub.asked.filter((request) => /^GET \/cdn.*bytes=/.test(request))).toHaveLength(2)
  })

  await test.step('words in Chinese find the red picture', async () => {
    await expect
      .poll(async () => {
        const { embedder, indexed } = await call(imageSearchEndpoints.getSearchIndex, {})
        return embedder.embedsText && indexed
      })
      .toBe(3)
    await page.goto(`/data-set/search?mode=text&words=${encodeURIComponent('红色的')}`)
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    await expect(results).toHaveCount(3)
    await expect(results.first()).toContainText('a.png')
    await page.getByRole('searchbox', { name: 'Search words' }).fill('blue')
    await expect(results.first()).toContainText('c.png')
  })

  await test.step('it is removed, after a question that says what follows', async () => {
    await page.goto('/settings/assist-models')
    await page.getByRole('button', { name: 'Actions on Tiny embedder' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect(page.getByText('The index of images is then built anew')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Fetch Tiny embedder' })).toBeVisible()
  })
})
