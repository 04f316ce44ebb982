import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { datasetEndpoints } from '../contract/src/datasets.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient } from './support/client.ts'
import { prefer, signIn, themes } from './support/screen.ts'
import { expect, test } from './support/story.ts'

/** What axe calls serious or critical, by rule and place. */
async function findings(page: Page): Promise<string[]> {
  // A colour on its way to another has a contrast of no meaning.
  await page.waitForTimeout(400)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

for (const theme of themes) {
  test(`every page can be used with assistive technology, ${theme}`, async ({ page, server }) => {
    // Thirty pages, each looked at in full.
    test.setTimeout(300_000)
    const call = await createClient(server)
    await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 4 } })
    const datasets = () => call(datasetEndpoints.listDatasets, { query: {} })
    await expect.poll(async () => (await datasets()).items[0]?.status, { timeout: 30_000 }).toBe('success')
    const dataset = (await datasets()).items[0]
    const params = { datasetId: dataset?.id ?? '' }
    const { items } = await call(datasetEndpoints.listItems, { params, query: {} })

    await prefer(page, { theme })
    await page.goto('/login')
    expect(await findings(page)).toEqual([])
    await signIn(page)
    const addresses = [
      '/welcome',
      '/space/list',
      `/space/list/file/${dataset?.spaceId}`,
      '/data-set/list',
      '/data-set/list?create=true',
      `/data-set/list/file/${dataset?.id}`,
      `/data-set/list/file/${dataset?.id}/annotate/${items[0]?.id}`,
      '/compute/tasks',
      '/model/list',
      '/resource',
      '/settings/common',
      '/settings/appearance',
      '/settings/account',
      '/settings/services',
      '/settings/services?setUp=chat',
      '/settings/about',
      '/no/such/page',
    ]
    const found: string[] = []
    for (const address of addresses) {
      await page.goto(address)
      await page.locator('main').first().waitFor()
      await expect(page.locator('.ant-skeleton-active, .ant-spin-spinning')).toHaveCount(0)
      found.push(...(await findings(page)).map((finding) => `${address}: ${finding}`))
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('floor')
    await expect(page.getByRole('option', { name: 'floor' }).first()).toBeVisible()
    found.push(...(await findings(page)).map((finding) => `palette: ${finding}`))
    expect(found).toEqual([])
  })
}
