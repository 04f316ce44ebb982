import { datasetEndpoints } from '../contract/src/datasets.ts'
import { fileEndpoints } from '../contract/src/files.ts'
import { sampleEndpoints } from '../contract/src/samples.ts'
import { createClient } from './support/server/client.ts'
import { enter } from './support/screen/screen.ts'
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
  await expect(page.getByText('Waits for you')).toBeHidden()

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
  for (const action of ['Load the sample', 'Create training task', 'Create data space']) {
    await expect(page.getByRole('button', { name: action })).toBeVisible()
  }
  // What is recent shows its pictures.
  for (const name of ['Hall', 'floor']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
    await expect(card.locator('img')).toHaveCount(4)
  }
  await page.getByRole('button', { name: 'Start labeling: Hall' }).click()
  await expect(page).toHaveURL(/\/annotate\//)
  await expect(page.getByText('Image 1 of 5')).toBeVisible()
})
