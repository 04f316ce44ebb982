import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { storyLanguages } from './support/screen/looks.ts'
import { createClient } from './support/server/client.ts'
import { enter, prefer } from './support/screen/screen.ts'
import { expect, test } from './support/story.ts'

test('R2.02 day one shows how to begin; later the page shows what runs and what waits for me', async ({
  page,
  server,
}) => {
  const call = createClient(server)
  await enter(page, server)
  await page.goto('/welcome')
  await expect(page.getByText('Try everything with the sample')).toBeVisible()
  await expect(page.getByText('Begin with your own images')).toBeVisible()
  await expect(page.getByText('Waiting for you')).toBeHidden()

  const space = await call(sampleEndpoints.createSample, { body: { name: 'floor', count: 5, labeled: false } })
  const files = () => call(fileEndpoints.listFiles, { params: { spaceId: space.id }, query: {} })
  await expect.poll(async () => (await files()).items.length).toBe(5)
  const labels = [{ name: 'dirt' }]
  const kind = { format: 'coco', type: 'image', labelType: 'target-detection' } as const
  await call(datasetEndpoints.createDataset, { body: { ...kind, name: 'Hall', spaceId: space.id, labels } })
  await call(sampleEndpoints.createSample, { body: { name: 'endless', count: 20_000, labeled: false } })
  await expect(page.getByText('5 of 5 images to label')).toBeVisible()
  const running = page.getByRole('list', { name: 'Running now' })
  await expect(running.getByText('endless')).toBeVisible()
  await expect(running.getByText(/\/ 20,000 images/)).toBeVisible()
  for (const action of ['Create training task', 'Create data space']) {
    await expect(page.getByRole('button', { name: action })).toBeVisible()
  }
  // Recent objects show their pictures.
  for (const name of ['Hall', 'floor']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(card.locator('img')).toHaveCount(4)
  }
  await page.getByRole('button', { name: 'Start labeling: Hall' }).click()
  await expect(page).toHaveURL(/\/annotate\//)
  await expect(page.getByText('Image 1 of 5')).toBeVisible()
})

for (const lang of storyLanguages) {
  const words =
    lang === 'en-US'
      ? { sample: 'Load the sample', none: 'No images here', filling: 'Adding images' }
      : { sample: '加载示例数据', none: '没有图片', filling: '正在加入图片' }

  test(`R2.02 while the sample fills, its pictures appear as they come and nothing says that there are none: ${lang}`, async ({
    page,
    server,
  }) => {
    await prefer(page, { lang })
    await enter(page, server)
    // Records every text the page shows, however briefly.
    await page.addInitScript((none) => {
      new MutationObserver(() => {
        if (document.body?.innerText.includes(none)) sessionStorage.setItem('said-none', 'true')
      }).observe(document, { subtree: true, childList: true, characterData: true })
    }, words.none)
    const cancelled: string[] = []
    page.on('requestfailed', (request) => {
      if (/\/api\/v1\/(datasets|spaces)\//.test(request.url())) cancelled.push(request.url())
    })
    await page.goto('/welcome')
    await page.getByRole('button', { name: words.sample }).click()
    await expect(page).toHaveURL(/\/data-set\/list\/file\//)
    const progress = page.getByRole('progressbar', { name: words.filling }).first()
    await expect(progress).toBeVisible()
    const pictures = page.getByRole('option')
    await expect(pictures.first().locator('img')).toHaveJSProperty('complete', true)
    const first = await pictures.count()
    expect(first).toBeLessThan(60)
    await expect.poll(() => pictures.count()).toBeGreaterThan(first)
    await expect(progress).toBeVisible()
    await expect(page.getByText(/\d+ \/ 60/).first()).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('said-none'))).toBeNull()
    expect(cancelled).toEqual([])
    const picture = pictures.first().locator('img')
    const { datasetId } = /file\/(?<datasetId>[^/?]+)/.exec(page.url())!.groups as { datasetId: string }
    const { items } = await createClient(server)(datasetEndpoints.listItems, { params: { datasetId }, query: {} })
    expect(items[0]).toMatchObject({ width: 640, height: 480 })
    await expect(picture).toBeVisible()
  })
}
